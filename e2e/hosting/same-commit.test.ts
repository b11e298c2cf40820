import { expect, test } from "vitest";
import { build, filesOf } from "./builds";

/** Two builds, on a busy machine: only what hangs takes as long. */
const BUILDS_MS = 3_600_000;

test("two builds of one commit, in two folders, are one to a browser", { timeout: BUILDS_MS }, async () => {
  const one = await build("one");
  const other = await build("the other");
  expect(other.folder).not.toBe(one.folder);
  expect(other.id).toBe(one.id);
  expect(Object.keys(one.actions).length).toBeGreaterThan(5);
  expect(other.actions).toEqual(one.actions);
  const [files, others] = [await filesOf(one), await filesOf(other)];
  expect(Object.keys(others)).toEqual(Object.keys(files));
  expect(Object.keys(files).filter((file) => files[file] !== others[file])).toEqual([]);
});
