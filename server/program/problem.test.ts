import { expect, test, vi } from "vitest";
import { root } from "./checkout.mjs";
import { describe } from "./problem.mjs";

const fault = (code: string, path = `${root}/no/such/file`) =>
  describe(Object.assign(new Error("refused"), { code, path }));

test("a folder that may only be read is said to be one, and nobody is told to own it", () => {
  expect(fault("EROFS")).toMatch(/ lies on a file system that may only be read\./);
});

test("a stranger's folder is told with its owner, where there are such owners", () => {
  vi.spyOn(process, "getuid").mockReturnValue(4_711);
  expect(fault("EACCES")).toMatch(/ belongs to user \d+, and this runs as user 4711\.\n.*chown/);
  vi.restoreAllMocks();
  const { getuid } = process;
  process.getuid = undefined;
  try {
    expect(fault("EPERM")).toMatch(/ is closed to this user \(EPERM\)\./);
  } finally {
    process.getuid = getuid;
  }
});
