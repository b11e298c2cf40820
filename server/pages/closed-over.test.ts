import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

it("no action closes over a value, which Next would seal for the browser", () => {
  const files = ["app", "components", "lib"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)),
  );
  const sources = files.filter((file) => /\.tsx?$/.test(file) && !/\.test\./.test(file));
  const within = sources.filter((file) => /(?<!^)["']use server["'];/.test(readFileSync(file, "utf8")));
  expect(sources.length).toBeGreaterThan(100);
  expect(within).toEqual([]);
});
