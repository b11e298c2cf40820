/** Ports of this machine: which one is wanted, and is it free. */
import { once } from "node:events";
import { createServer } from "node:net";
import { Problem } from "./problem.mjs";

/**
 * Whether a server could listen there, on every address or on one of the machine's own. Some systems let a
 * second server listen on all addresses while a first has one of them, so each is tried.
 * @param {number} port
 */
export async function isFree(port) {
  for (const host of [undefined, "127.0.0.1", "::1"]) {
    const { code } = await tryListening(port, host);
    if (code === "EACCES") throw new Problem(wordsOfPort(code, port));
    if (code === "EADDRINUSE") return false;
  }
  return true;
}

/** @returns {Promise<number>} a port of 127.0.0.1 that nobody uses at the moment */
export async function freePort() {
  const { code, port } = await tryListening(0, "127.0.0.1");
  if (!port) throw new Problem(`This machine has no free port (${code}).`);
  return port;
}

/**
 * @param {number} port
 * @param {string | undefined} host
 * @returns {Promise<{ code?: string, port?: number }>}
 */
function tryListening(port, host) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", (error) => resolve({ code: /** @type {NodeJS.ErrnoException} */ (error).code }));
    server.listen({ port, host, exclusive: true }, () => {
      const address = server.address();
      const taken = typeof address === "object" && address ? address.port : port;
      server.close(() => resolve({ port: taken }));
    });
  });
}

/** EX_UNAVAILABLE of sysexits.h: the same start may work later. */
const UNAVAILABLE = 69;

/**
 * @param {import("node:net").Server} server
 * @param {number} port 0 takes any that is free
 * @param {string} [host] without it every address
 * @param {string} [prefix] what the settings' names begin with
 * @throws {Problem} which says what to do
 */
export async function listenOn(server, port, host, prefix = "") {
  server.listen(port, host);
  await once(server, "listening").catch(({ code }) => {
    const refused = new Problem(prefix + wordsOfPort(code, port, host));
    throw Object.assign(refused, { exitCode: UNAVAILABLE });
  });
}

/** @param {string} code of the system @param {number} port @param {string} [host] */
export function wordsOfPort(code, port, host) {
  if (code === "EADDRINUSE")
    return `PORT: another program uses ${port}. End that program, or set another port.`;
  if (code === "EACCES") return `PORT: only root can use ${port}. Set a port above 1023.`;
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND" || code === "EAI_AGAIN")
    return `HOST: ${host} is not an address of this machine. Set one that is, or 0.0.0.0 for all of them.`;
  return `PORT: the service cannot listen on ${port} (${code}). Set another port, or check HOST.`;
}

/** @param {string | undefined} text the setting PORT @returns {number} 3000 when it is not set */
export function parsePort(text) {
  if (!text) return 3000;
  const port = Number(text);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  const refused = new Problem("PORT: is not a port. Set a number from 1 to 65535.");
  // As the other settings: the same start fails again.
  throw Object.assign(refused, { exitCode: 78 });
}
