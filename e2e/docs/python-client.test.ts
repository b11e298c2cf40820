import { execFile } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { root } from "../../scripts/lib/checkout.mjs";
import { expectBothFlows, guidesProgram, readmesProgram } from "../support/client-programs";
import { guideExamples, workFolder } from "../support/examples";
import { hasVenv, installByPip } from "../support/python";

const { folder, remove } = workFolder();
afterAll(remove);

const needing = "(needs Python 3.9 or newer with venv: apt-get install python3-venv)";
const modulesIn = (at: string) =>
  readdirSync(at)
    .filter((name) => name !== "__pycache__")
    .sort();

describe.skipIf(!hasVenv())("the Python client, as the guide's commands install it", () => {
  let python: string;
  beforeAll(async () => {
    const examples = guideExamples(inject("stack").doors.server);
    const install = examples.find(({ slug, language }) => slug === "python-client" && language === "bash");
    python = await installByPip(folder, install!.text);
  });

  it(`runs the examples of its guide and its README through both flows ${needing}`, async () => {
    writeFileSync(join(folder, "program.py"), guidesProgram("python"));
    writeFileSync(join(folder, "readme.py"), readmesProgram("python"));
    await expectBothFlows(folder, python, "py");
  });

  it(`holds its modules and the mark that they have types, and nothing else ${needing}`, async () => {
    const where = "import provider_checkout; print(provider_checkout.__file__)";
    const { stdout } = await promisify(execFile)(python, ["-c", where], { cwd: folder });
    expect(stdout).toContain(join(folder, ".venv"));
    const sources = modulesIn(join(root, "clients/python/provider_checkout"));
    expect(modulesIn(dirname(stdout.trim()))).toEqual(sources);
  });
});
