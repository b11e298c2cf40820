import { execFile } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { root } from "../../server/program/checkout.mjs";
import { compilePrograms, expectBothFlows, guidesProgram, readmesProgram } from "../support/client-programs";
import { workFolder } from "../support/examples";
import { installClient } from "../support/packed-client";

const run = promisify(execFile);
const { folder, remove } = workFolder();
beforeAll(() => installClient(folder));
afterAll(remove);

describe("the packed client, in a folder of its own", () => {
  it("compiles as the guide says by either resolution, and runs both flows in plain Node.js", async () => {
    writeFileSync(join(folder, "program.ts"), guidesProgram("ts"));
    writeFileSync(join(folder, "readme.ts"), readmesProgram("ts"));
    const bundler = "--noEmit --module esnext --moduleResolution bundler --lib es2022,dom,dom.iterable";
    await compilePrograms(folder, bundler);
    await compilePrograms(folder, "--module node16 --moduleResolution node16 --lib es2022");
    await expectBothFlows(folder, process.execPath);
  });

  it("is bundled for a browser with nothing of Node.js in it", async () => {
    writeFileSync(join(folder, "page.js"), 'export { webhooks } from "@provider-checkout/client";\n');
    const esbuild = join(root, "node_modules", "esbuild", "bin", "esbuild");
    const options = ["page.js", "--bundle", "--platform=browser", "--format=esm"];
    const { stdout } = await run(esbuild, options, { cwd: folder });
    expect(stdout).toContain("subtle.sign");
    expect(stdout).not.toContain("node:");
  });

  it("holds what was built, and nothing else", () => {
    const at = join(folder, "node_modules/@provider-checkout/client");
    expect(readdirSync(at).sort()).toEqual(["README.md", "dist", "node_modules", "package.json"]);
    const built = readdirSync(join(at, "dist"), { recursive: true, encoding: "utf8" });
    expect(built).toContain("index.d.ts");
    expect(built.filter((file) => file.includes(".test."))).toEqual([]);
  });
});
