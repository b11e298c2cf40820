import { expect, test } from "vitest";
import { build, filesOf } from "./builds";
import { changeForms } from "./changed-source";

/** Three builds, on a busy machine: only what hangs takes as long. */
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

test("a build of other sources has another name, and other ids for forms that it changed", {
  timeout: BUILDS_MS,
}, async () => {
  const [one, changed] = [await build("one"), await build("changed", changeForms)];
  expect(changed.id).not.toBe(one.id);
  const known = Object.values(one.actions);
  expect(Object.values(changed.actions).filter((id) => known.includes(id))).toEqual([]);
});
