import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { isBuilt, sourceHash } from "./build.mjs";
import { buildIdOf } from "./build-id.mjs";

let top: string;

beforeEach(() => {
  top = mkdtempSync(join(tmpdir(), "build-"));
  mkdirSync(join(top, "app"));
  writeFileSync(join(top, "app", "page.tsx"), "one");
});

afterEach(() => rmSync(top, { recursive: true }));

test("a changed, new or renamed source makes a build stale", () => {
  const seen = new Set([sourceHash(top)]);
  writeFileSync(join(top, "app", "page.tsx"), "two");
  seen.add(sourceHash(top));
  writeFileSync(join(top, "app", "layout.tsx"), "");
  seen.add(sourceHash(top));
  rmSync(join(top, "app", "layout.tsx"));
  writeFileSync(join(top, "app", "template.tsx"), "");
  seen.add(sourceHash(top));
  seen.add(sourceHash(top, { TEST_BUILD: "1" }));
  expect(seen).toHaveLength(5);
});

test("tests and files that a build does not read leave it fresh", () => {
  const before = sourceHash(top);
  writeFileSync(join(top, "app", "page.test.tsx"), "");
  writeFileSync(join(top, "README.md"), "");
  expect(sourceHash(top)).toBe(before);
});

test("a build that was interrupted, or is of other sources, counts as none", () => {
  const folder = join(top, ".next");
  mkdirSync(folder);
  expect(isBuilt(folder, "sources")).toBe(false);
  writeFileSync(join(folder, ".provider-checkout-build"), "sources");
  expect(isBuilt(folder, "sources")).toBe(false);
  writeFileSync(join(folder, "BUILD_ID"), "");
  expect(isBuilt(folder, "sources")).toBe(true);
  expect(isBuilt(folder, "other sources")).toBe(false);
});

test("a build's name follows from its sources, wherever they lie, and from how it is built", () => {
  const elsewhere = mkdtempSync(join(tmpdir(), "another place "));
  mkdirSync(join(elsewhere, "app"));
  writeFileSync(join(elsewhere, "app", "page.tsx"), "one");
  const name = buildIdOf(top, "how");
  expect(name).toMatch(/^[0-9a-f]{20}$/);
  expect(buildIdOf(elsewhere, "how")).toBe(name);
  expect(buildIdOf(top, "otherwise")).not.toBe(name);
  // Next's build writes its own folder into this one.
  writeFileSync(join(elsewhere, "tsconfig.json"), "{}");
  expect(buildIdOf(elsewhere, "how")).toBe(name);
  writeFileSync(join(elsewhere, "app", "page.tsx"), "two");
  expect(buildIdOf(elsewhere, "how")).not.toBe(name);
  rmSync(elsewhere, { recursive: true });
});
