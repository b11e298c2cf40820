/** How many servers `npm start` runs. */
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";

/** As server/settings/schema.ts has it, which refuses any other. */
const MAX_WORKERS = 64;
/** What a server takes at most under load, in the bench. */
const MEMORY_OF_ONE = 512 * 1024 * 1024;
/** Connections of all servers together, where nothing else is said: PostgreSQL has 100 by default. */
const CONNECTIONS = 48;
const CONNECTIONS_OF_ONE = 10;

/** @typedef {{ cores: number, quota: string | null, memory: number | undefined }} Machine */

/**
 * One for each core, or as many as the setting says. A container may use fewer cores than it sees, and less memory.
 * @param {string | undefined} setting `WORKERS`; a value that it does not take counts as 1, and that server refuses it
 * @param {Machine} machine
 */
export function workersOf(setting, { cores, quota, memory } = thisMachine()) {
  if (setting) return /^\d{1,2}$/.test(setting) ? Math.min(Math.max(Number(setting), 1), MAX_WORKERS) : 1;
  const [share, period] = (quota ?? "").trim().split(" ").map(Number);
  const allowed = share && period ? Math.ceil(share / period) : cores;
  // Node reports far more than any machine has where there is no limit.
  const fitting = memory ? Math.max(1, Math.floor(memory / MEMORY_OF_ONE)) : cores;
  return Math.min(cores, allowed, fitting, MAX_WORKERS);
}

/** @param {number} workers @returns {number} each one's DATABASE_POOL_SIZE, where that is not set */
export const poolSizeOf = (workers) =>
  Math.max(2, Math.min(CONNECTIONS_OF_ONE, Math.floor(CONNECTIONS / workers)));

/** @returns {Machine} */
function thisMachine() {
  let quota = null;
  try {
    quota = readFileSync("/sys/fs/cgroup/cpu.max", "utf8");
  } catch {
    // No container, or not of Linux.
  }
  return { cores: availableParallelism(), quota, memory: process.constrainedMemory() || undefined };
}
