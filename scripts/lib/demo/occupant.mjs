/** Who has the port that we want. */
import { isFree } from "../port.mjs";
import { Problem } from "../problem.mjs";

const ANSWER_MS = 2_000;

/**
 * @param {number} port
 * @param {string} command
 * @param {string} [key] of this checkout's demo
 * @throws {Problem} when the port is in use
 */
export async function requireFreePort(port, command, key) {
  if (!(await isFree(port))) throw await busyPort(port, command, key);
}

/**
 * @param {number} port
 * @param {string} command
 * @param {string} [key]
 */
export async function busyPort(port, command, key) {
  const remedy = `Port ${port} is in use. Start with PORT=${await nextFree(port)} ${command}.`;
  const occupant = await occupantOf(port, key);
  return new Problem(occupant ? `${remedy}\n${occupant}` : remedy);
}

/** @param {number} port */
async function nextFree(port) {
  for (let next = port + 1; next < Math.min(port + 100, 65_536); next += 1) {
    if (await isFree(next)) return next;
  }
  return port < 50_000 ? port + 100 : port - 100;
}

/**
 * Only the demo of this checkout knows this checkout's key.
 *
 * @param {number} port
 * @param {string} [key]
 */
async function occupantOf(port, key) {
  const address = `http://localhost:${port}`;
  if (key && (await isCheckoutService(address, { authorization: `Bearer ${key}` }))) {
    return `It is this demo: it is already running at ${address}.`;
  }
  if (await isCheckoutService(address, {})) return `Another checkout service is running at ${address}.`;
  return undefined;
}

/**
 * @param {string} address
 * @param {Record<string, string>} headers
 */
async function isCheckoutService(address, headers) {
  try {
    const response = await fetch(`${address}/v1/environment`, {
      headers,
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    const body = await response.json();
    return response.ok && typeof body.ready_for_api_calls === "boolean";
  } catch {
    return false;
  }
}
