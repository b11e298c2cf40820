import { expect, test } from "vitest";
import { describe } from "./problem.mjs";

test.each(["EACCES", "EPERM", "EROFS"])(
  "a path that may not be touched is told without a stack: %s",
  (code) => {
    const told = describe(Object.assign(new Error(`${code}: refused, open '/a'`), { code, path: "/a" }));
    expect(told).toBe(
      `${code}: refused, open '/a'\nRun it as the owner of that path, on a file system that can be written to.`,
    );
  },
);
