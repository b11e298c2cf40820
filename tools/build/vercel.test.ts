import { join, relative } from "node:path";
import { expect, it } from "vitest";
import { readJson, root } from "../../server/program/checkout.mjs";
import { sourcesOf } from "./build-id.mjs";

it("on Vercel each function has a time after which it is ended, and each pattern names some", () => {
  const { functions } = readJson(join(root, "vercel.json"));
  const files = sourcesOf(root).map((file) => relative(root, file).replaceAll("\\", "/"));
  const isFunction = /^(app\/(.*\/)?(page|route)|pages\/.*)\.tsx?$/;
  const folders = new Set(files.filter((file) => isFunction.test(file)).map((file) => file.split("/")[0]));
  expect(Object.keys(functions).sort()).toEqual([...folders].sort().map((folder) => `${folder}/**/*`));
  for (const [pattern, { maxDuration }] of Object.entries<{ maxDuration: number }>(functions))
    expect(maxDuration, pattern).toBeGreaterThan(0);
});
