import { execFile } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { npm } from "../../tools/shared/install.mjs";
import { compilePrograms, expectBothFlows, guidesProgram, readmesProgram } from "../support/client-programs";
import { workFolder } from "../support/examples";
import { installClient } from "../support/packed-client";

const run = promisify(execFile);
const integrator = workFolder();
const nodes = workFolder();
beforeAll(async () => {
  await installClient(integrator.folder);
  writeFileSync(join(integrator.folder, "program.ts"), guidesProgram("ts"));
  writeFileSync(join(integrator.folder, "readme.ts"), readmesProgram("ts"));
  await compilePrograms(integrator.folder, "--module node16 --moduleResolution node16 --lib es2022");
});
afterAll(integrator.remove);
afterAll(nodes.remove);

/** @returns the program of this version of Node.js, which npm's registry has as a package; null without a network */
async function nodeOf(version: string): Promise<string | null> {
  const name = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
  const into = join(nodes.folder, version);
  await npm("install", `${name}@${version}`, "--prefix", into, "--ignore-scripts", "--no-audit", "--no-fund");
  const program = join(into, "node_modules", name, "bin", process.platform === "win32" ? "node.exe" : "node");
  return existsSync(program) ? program : null;
}

describe("the packed client in each Node.js that it is for", () => {
  it.for(["20.19.0", "22.12.0", "24"])(
    "both flows, and require(), in Node.js %s",
    async (version, { skip }) => {
      const node = await nodeOf(version);
      if (!node) return skip("npm's registry gives no Node.js for this machine");
      await expectBothFlows(integrator.folder, node);
      const required = 'console.log(typeof require("@provider-checkout/client").webhooks.unwrap)';
      const { stdout } = await run(node, ["--input-type=commonjs", "-e", required], {
        cwd: integrator.folder,
      });
      expect(stdout).toBe("function\n");
    },
  );
});
