import { expect, it } from "vitest";
import { python, runPython } from "../../e2e/support/python";

it.skipIf(!python)(
  "the Python client holds what its own tests promise (skipped where Python 3.9 is missing)",
  async () => {
    const { stderr } = await runPython(["-m", "unittest", "discover", "-s", "tests", "-t", "."]);
    expect(stderr).toMatch(/^Ran [1-9]\d+ tests in .+\n\nOK$/m);
  },
);
