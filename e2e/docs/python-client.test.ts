import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, it } from "vitest";
import { expectBothFlows, guidesProgram, readmesProgram } from "../support/client-programs";
import { workFolder } from "../support/examples";
import { PYTHON_CLIENT, python } from "../support/python";

const { folder, remove } = workFolder();
afterAll(remove);

it.skipIf(!python)(
  "the Python file, copied next to a program, runs the examples of its guide and its README through both flows (needs Python 3.9 or newer)",
  async () => {
    copyFileSync(join(PYTHON_CLIENT, "provider_checkout.py"), join(folder, "provider_checkout.py"));
    writeFileSync(join(folder, "program.py"), guidesProgram("python"));
    writeFileSync(join(folder, "readme.py"), readmesProgram("python"));
    await expectBothFlows(folder, python!, "py");
  },
);
