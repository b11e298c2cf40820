import { expect, test } from "vitest";
import { run } from "./run.mjs";

test("a program has ended though one that it started keeps its streams", async () => {
  // The other one ends by itself once nobody reads what it writes, so that none is left behind.
  const other = "setInterval(() => process.stdout.write('.'), 100)";
  const program = `
    const { spawn } = require("node:child_process");
    spawn(process.execPath, ["-e", ${JSON.stringify(other)}], { stdio: "inherit", detached: true }).unref();
    console.log("started");`;
  const { code, output } = await run(process.execPath, ["-e", program], { leavesOne: true });
  expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining("started") });
});
