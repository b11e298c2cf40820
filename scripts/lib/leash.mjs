/** Long work of other programs that outlives a killed command: the next command ends it before it does its own. */
import { rmSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { readText, root } from "./checkout.mjs";
import { commandLine, isAlive, workingFolder } from "./process.mjs";
import { run } from "./run.mjs";

/**
 * Like `run`, for a program that works on files of which there is one set. The caller holds their lock; but a
 * lock does not know of a program whose starter was killed, so its number is kept in a file meanwhile.
 *
 * @param {string} file
 * @param {Parameters<typeof run>} program
 */
export async function runLeashed(file, ...[command, args, options]) {
  await endLeftover(file);
  try {
    return await run(command, args, { ...options, onStart: (pid) => writeFileSync(file, String(pid)) });
  } finally {
    rmSync(file, { force: true });
  }
}

/** @param {string} file */
async function endLeftover(file) {
  const pid = Number(readText(file));
  for (let waited = 0; pid > 0 && isOurs(pid); waited += 1) {
    process.kill(pid, waited < 50 ? "SIGTERM" : "SIGKILL");
    await sleep(100);
  }
}

/**
 * The number may have passed to some other program. npm and Next both show themselves under a title of their own.
 *
 * @param {number} pid
 */
function isOurs(pid) {
  if (!isAlive(pid) || !/\b(npm|next)\b/.test(commandLine(pid) ?? "")) return false;
  const folder = workingFolder(pid);
  return folder === undefined || folder === root;
}
