import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, inject, it } from "vitest";

it("a connection that ends at any moment fails those that wait for it, and nothing else", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    "--import",
    "tsx",
    "e2e/db/cut-connections.ts",
    inject("cluster"),
  ]);
  const { stages, uncaught } = JSON.parse(stdout) as { stages: Record<string, number>; uncaught: string[] };
  expect(uncaught).toEqual([]);
  // The start of a connection alone is a dozen messages.
  for (const [name, messages] of Object.entries(stages)) expect(messages, name).toBeGreaterThan(12);
});
