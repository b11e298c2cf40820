import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { filesOf, PARTS, partNamed } from "./parts.mjs";

const testsIn = (folder: string, suffix: RegExp) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => `${folder}/${name}`)
    .filter((file) => suffix.test(file));

test("every test file belongs to a part, and none to two that run it alike", () => {
  const files = ["app", "clients", "components", "drizzle", "e2e", "examples", "lib", "scripts"].flatMap(
    (folder) => testsIn(folder, /\.(test|spec)\.(ts|tsx|mjs)$/),
  );
  const listed = PARTS.map((part) => ({ doors: String(part.doors), files: new Set(filesOf(part)) }));
  const owners = (file: string) => listed.filter((part) => part.files.has(file));
  for (const file of files) expect(owners(file), file).not.toEqual([]);
  for (const file of files) {
    const doors = owners(file).map((part) => part.doors);
    expect(new Set(doors).size, file).toBe(doors.length);
  }
});

test("each part has tests", () => {
  for (const part of PARTS) if (part.runner !== "checks") expect(filesOf(part), part.name).not.toEqual([]);
});

test("a filter chooses the files whose path holds it, and all without one", () => {
  const part = partNamed("unit");
  expect(filesOf(part)).toContain("lib/domain/money.test.ts");
  expect(filesOf(part, ["./lib/domain/money"])).toEqual(["lib/domain/money.test.ts"]);
  expect(filesOf(part, ["no/such/folder"])).toEqual([]);
});
