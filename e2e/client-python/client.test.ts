import { expect, it } from "vitest";
import { PYTHON_CLIENT, python, runPython } from "../support/python";

it.skipIf(!python)(
  "the Python client passes its own tests (skipped where Python 3.9 is missing)",
  async () => {
    const { stderr } = await runPython(
      ["-m", "unittest", "discover", "-s", "tests", "-t", "."],
      { PYTHONPATH: PYTHON_CLIENT },
      import.meta.dirname,
    );
    expect(stderr).toMatch(/^Ran [1-9]\d+ tests in .+\n\nOK$/m);
  },
);
