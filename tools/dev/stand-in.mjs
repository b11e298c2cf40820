/** The demo's stand-in for Stripe: a program of the tests, at which a second provider charges. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { dataFolder, root } from "../../server/program/checkout.mjs";
import { freePort, isFree } from "../../server/program/port.mjs";

const PROGRAM = "e2e/stand-ins/main.ts";
/** From the demo's own port, so that its address stays the same. */
const PORT_DISTANCE = 1_010;

/** @typedef {{ secret: string, publishableKey: string, settings: Record<string, string>, cards: string }} StandIn */

/**
 * Null where STRIPE_API_BASE is set, also to nothing: then accounts charge there, or at Stripe itself.
 * @param {number} port of the demo
 * @returns {Promise<StandIn | null>}
 */
export async function startStandIn(port) {
  if (process.env.STRIPE_API_BASE !== undefined || !existsSync(join(root, PROGRAM))) return null;
  const wanted = port + PORT_DISTANCE;
  const own = wanted < 65_536 && (await isFree(wanted)) ? wanted : await freePort();
  const options = ["--json", "--port", String(own), "--keep", join(dataFolder, "stripe-stand-in.json")];
  // A group of its own, so that it serves until the demo has ended: it does so when its input ends.
  const child = spawn(process.execPath, ["--import", "tsx", PROGRAM, ...options], {
    cwd: root,
    detached: true,
    stdio: ["pipe", "pipe", "inherit"],
  });
  const [line] = await Promise.race([once(createInterface(child.stdout), "line"), once(child, "close")]);
  return typeof line === "string" ? JSON.parse(line) : null;
}
