import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "vitest";

/** A command that ends by itself, a moment after a promise failed that nobody waited for. */
const command = (isServing: boolean) => `
  import { runCommand } from "./scripts/lib/shutdown.mjs";
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
