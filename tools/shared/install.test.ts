import { expect, test } from "vitest";
import { covers } from "./install.mjs";

const here = { os: [process.platform], cpu: [process.arch] };

test("packages of other versions, or missing ones, ask for an installation", () => {
  const asked = { "": { version: "1" }, "node_modules/a": { version: "1.0.0" } };
  expect(covers(asked, { "node_modules/a": { version: "1.0.0" } })).toBe(true);
  expect(covers(asked, { "node_modules/a": { version: "1.0.1" } })).toBe(false);
  expect(covers(asked, {})).toBe(false);
});

test("of the optional packages, those of this platform are needed", () => {
  const optional = { version: "1.0.0", optional: true };
  expect(covers({ "node_modules/a": { ...optional, os: ["other"], cpu: ["other"] } }, {})).toBe(true);
  expect(covers({ "node_modules/a": { ...optional, ...here } }, {})).toBe(false);
});
