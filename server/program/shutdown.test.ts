import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { expect, it } from "vitest";

/** A command that ends by itself, a moment after a promise failed that nobody waited for. */
const command = (isServing: boolean) => `
  import { runCommand } from "./server/program/shutdown.mjs";
  await runCommand(async (log, shutdown) => {
    if (${isServing}) shutdown.serving();
  });
  Promise.reject(new Error("nobody waited"));
  setTimeout(() => { console.log("went on"); process.exit(0); }, 200);`;

const run = (isServing: boolean) =>
  promisify(execFile)(process.execPath, ["--input-type=module", "--eval", command(isServing)]);

it("a promise that fails unheard ends a command that starts, and none that serves: it is told", async () => {
  await expect(run(false)).rejects.toMatchObject({ code: 1, stdout: expect.not.stringContaining("went on") });
  const { stdout, stderr } = await run(true);
  expect(stdout + stderr).toMatch(/nobody waited[\s\S]*went on/);
});

/** A command that serves, and takes so long to end. */
const slowToEnd = (ms: number) => `
  import { runCommand } from "./server/program/shutdown.mjs";
  await runCommand(async (log, shutdown) => {
    setInterval(() => {}, 1_000);
    shutdown.before(() => new Promise((resolve) => setTimeout(resolve, ${ms})));
    shutdown.serving();
    console.log("serving");
  });`;

it.each([
  ["SIGTERM", "finishes what is under way", 1_500, 0],
  ["SIGINT", "ends at once", 600_000, 130],
] as const)("a second %s while a command ends: it %s", async (signal, _, ms, code) => {
  const child = spawn(process.execPath, ["--input-type=module", "--eval", slowToEnd(ms)]);
  await once(child.stdout, "data");
  const ended = once(child, "exit");
  child.kill(signal);
  await sleep(700);
  child.kill(signal);
  expect(await ended).toEqual([code, null]);
});
