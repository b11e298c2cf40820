import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { readOutdated } from "./actions";

const KNOWN = `40${"a".repeat(40)}`;
const OTHER = `40${"b".repeat(40)}`;
const folder = mkdtempSync(join(tmpdir(), "actions-"));
const file = join(folder, "list.json");
writeFileSync(file, JSON.stringify({ node: { [KNOWN]: { workers: {} } } }));
afterAll(() => rmSync(folder, { recursive: true }));

const form = (fields: Record<string, string>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
};
const bound = (id: string) => ({ $ACTION_REF_1: "", "$ACTION_1:0": JSON.stringify({ id, bound: "$@1" }) });

it("knows a form of another release by the action that it names", () => {
  const isOutdated = readOutdated(file);
  expect(isOutdated(form({ [`$ACTION_ID_${OTHER}`]: "", name: "x" }))).toBe(true);
  expect(isOutdated(form({ ...bound(OTHER), name: "x" }))).toBe(true);
  expect(isOutdated(form({ [`$ACTION_ID_${KNOWN}`]: "" }))).toBe(false);
  expect(isOutdated(form(bound(KNOWN)))).toBe(false);
});

it("leaves to Next what is no form of ours, and everything in development", () => {
  const isOutdated = readOutdated(file);
  for (const fields of [
    { name: "x" },
    { "$ACTION_ID_../x": "" },
    { "$ACTION_1:0": "{" },
    { "$ACTION_1:0": "null" },
  ])
    expect(isOutdated(form(fields as unknown as Record<string, string>))).toBe(false);
  expect(readOutdated(null)(form(bound(OTHER)))).toBe(false);
});

it("is of a file of actions: none closes over a value, which Next would seal for the browser", () => {
  const files = ["app", "components", "lib"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)),
  );
  const sources = files.filter((file) => /\.tsx?$/.test(file) && !/\.test\./.test(file));
  const within = sources.filter((file) => /(?<!^)["']use server["'];/.test(readFileSync(file, "utf8")));
  expect(sources.length).toBeGreaterThan(100);
  expect(within).toEqual([]);
});
