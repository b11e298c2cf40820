/** Runs other programs, and never leaves one behind. */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { root } from "./checkout.mjs";

/** @type {Set<import("node:child_process").ChildProcess>} */
const running = new Set();
process.on("exit", () => {
  for (const child of running) child.kill("SIGTERM");
});

let ending = false;

/** Whether this command is being ended: nothing is begun any more, and what failed has failed for that. */
export const isEnding = () => ending;

/** Ends every program that `run` has started, and waits for it. */
export async function endRunning() {
  ending = true;
  const ended = [...running].map((child) => new Promise((resolve) => child.once("close", resolve)));
  for (const child of running) child.kill("SIGTERM");
  await Promise.all(ended);
}

/**
 * Runs a program to its end, from the top of the checkout and without input.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {import("node:child_process").SpawnOptions & { show?: boolean, onLine?: (line: string) => void, onStart?: (pid: number) => void }} [options]
 *   `show`: its output goes straight to ours and is not collected; `onLine`: told each line of either stream
 * @returns {Promise<{ code: number, stdout: string, output: string }>} `output` is both streams in their order;
 *   a program that a signal ended has code 128
 */
export function run(command, args, { show = false, onLine, onStart, ...options } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      ...options,
      stdio: ["ignore", show ? "inherit" : "pipe", show ? "inherit" : "pipe"],
    });
    running.add(child);
    if (child.pid) onStart?.(child.pid);
    let stdout = "";
    let output = "";
    if (onLine)
      for (const input of [child.stdout, child.stderr])
        if (input) createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY }).on("line", onLine);
    child.stdout?.setEncoding("utf8").on("data", (text) => {
      stdout += text;
      output += text;
    });
    child.stderr?.setEncoding("utf8").on("data", (text) => {
      output += text;
    });
    child.on("error", (error) => {
      running.delete(child);
      reject(error);
    });
    child.on("close", (code) => {
      running.delete(child);
      resolve({ code: code ?? 128, stdout, output });
    });
  });
}

/**
 * The end of a long output: where programs put what went wrong.
 *
 * @param {string} output
 * @param {number} [lines]
 */
export function tail(output, lines = 60) {
  return output.trimEnd().split("\n").slice(-lines).join("\n");
}

/**
 * Ends this process, and with it its children, on the usual signals: a signal that reaches this process alone
 * would otherwise leave them at work.
 */
export function endOnSignals() {
  for (const [signal, number] of /** @type {const} */ ([
    ["SIGHUP", 1],
    ["SIGINT", 2],
    ["SIGTERM", 15],
  ])) {
    process.on(signal, () => process.exit(128 + number));
  }
}
