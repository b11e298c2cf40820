import { readFileSync } from "node:fs";
import { expect, it, test } from "vitest";
import { admits, covers } from "./install.mjs";

test("packages of other versions, or missing ones, ask for an installation", () => {
  const asked = { "": { version: "1" }, "node_modules/a": { version: "1.0.0" } };
  expect(covers(asked, { "node_modules/a": { version: "1.0.0" } })).toBe(true);
  expect(covers(asked, { "node_modules/a": { version: "1.0.1" } })).toBe(false);
  expect(covers(asked, {})).toBe(false);
  expect(covers({ "node_modules/a": { version: "1.0.0", optional: true } }, {})).toBe(true);
});

it.each(["20.19.0", "20.20.2", "22.2.0", "22.12.1", "23.0.0", "24.99.0"])("runs on Node.js %s", (version) => {
  expect(admits(version)).toBe(true);
});

// 21 and the first of 22 have no zlib.crc32; of 25 and later nothing is known.
it.each(["18.20.0", "20.18.9", "21.7.3", "22.0.0", "22.1.0", "25.0.0", "100.0.0"])(
  "does not run on Node.js %s",
  (version) => {
    expect(admits(version)).toBe(false);
  },
);

it("says so in package.json and in the lock file too", () => {
  const manifest = (file: string) => JSON.parse(readFileSync(file, "utf8"));
  const { engines } = manifest("package.json");
  expect(engines.node).toBe("^20.19.0 || >=22.2.0 <25");
  expect(manifest("package-lock.json").packages[""].engines).toEqual(engines);
});
