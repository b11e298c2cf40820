/** Runs other programs, and never leaves one behind. */
import { spawn } from "node:child_process";
import { root } from "../../server/program/checkout.mjs";

/** @type {Set<import("node:child_process").ChildProcess>} */
const running = new Set();
process.on("exit", () => {
  for (const child of running) child.kill("SIGTERM");
});

/** Ends every program that `run` has started, and waits for it. */
export async function endRunning() {
  const ended = [...running].map((child) => new Promise((resolve) => child.once("close", resolve)));
  for (const child of running) child.kill("SIGTERM");
  await Promise.all(ended);
}

/**
 * Runs a program to its end, from the top of the checkout and without input.
 * @param {string} command
 * @param {string[]} args
 * @param {import("node:child_process").SpawnOptions} [options]
 * @returns {Promise<{ code: number, stdout: string, output: string }>} `output` is both streams in their order;
 *   a program that a signal ended has code 128
 */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, ...options, stdio: ["ignore", "pipe", "pipe"] });
    running.add(child);
    let stdout = "";
    let output = "";
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
 * Runs a program of a package, or a script of ours, with this Node.
 * @param {string[]} command its file from the top of the checkout, and its arguments
 * @param {Partial<NodeJS.ProcessEnv>} [env] beside this process's own
 */
export const runNode = ([file = "", ...args], env = {}) =>
  run(process.execPath, [file, ...args], { env: { ...process.env, NEXT_TELEMETRY_DISABLED: "1", ...env } });

/**
 * The end of a long output: where programs put what went wrong.
 * @param {string} output
 * @param {number} [lines]
 */
export function tail(output, lines = 60) {
  return output.trimEnd().split("\n").slice(-lines).join("\n");
}
