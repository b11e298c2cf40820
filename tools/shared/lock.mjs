/** One process at a time for work that two would spoil: installing, building, starting a database. */

import { once } from "node:events";
import { rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { hash, root } from "../../server/program/checkout.mjs";

/**
 * Does the work while listening at an address that only one process can have. The system gives the address free however
 * its holder ends, so no lock is ever left behind.
 * @template T
 * @param {string} name of the work, within this checkout
 * @param {() => Promise<T>} work
 * @param {() => void} [onWait] called once when another process holds the lock
 * @returns {Promise<T>}
 */
export async function withLock(name, work, onWait = () => {}) {
  const address = addressOf(`provider-checkout-${hash(root, name).slice(0, 16)}`);
  const lock = createServer((socket) => socket.destroy());
  for (let waited = false; !(await listens(lock, address)); waited = true) {
    if (!waited) onWait();
    await sleep(100);
  }
  try {
    return await work();
  } finally {
    lock.close();
  }
}

/**
 * Linux has addresses that are no files; elsewhere it is a file, which outlives a process that was killed.
 * @param {string} name
 */
const addressOf = (name) => (process.platform === "linux" ? `\0${name}` : `/tmp/${name}.sock`);

/**
 * @param {import("node:net").Server} lock
 * @param {string} address
 * @returns {Promise<boolean>} false while another process has the address
 */
async function listens(lock, address) {
  lock.listen(address);
  const code = await once(lock, "listening").then(
    () => undefined,
    ({ code }) => code,
  );
  if (code && code !== "EADDRINUSE") throw new Error(`The lock ${address} cannot be taken: ${code}`);
  if (code && address.endsWith(".sock") && !(await answers(address))) rmSync(address, { force: true });
  return !code;
}

/** @param {string} address */
const answers = (address) =>
  new Promise((resolve) => {
    const socket = connect(address, () => resolve(true)).once("error", () => resolve(false));
    socket.once("close", () => socket.destroy());
  });
