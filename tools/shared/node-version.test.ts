import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "../../server/program/checkout.mjs";
import { admits } from "./node-version.mjs";

const manifest = (file: string) => JSON.parse(readFileSync(join(root, file), "utf8"));
const { engines } = manifest("package.json");

describe("the Node.js that this runs on", () => {
  it.each(["20.19.0", "20.20.2", "22.2.0", "22.12.1", "23.0.0", "24.99.0"])("may be %s", (version) => {
    expect(admits(engines.node, version)).toBe(true);
  });

  // 21 and the first of 22 have no zlib.crc32; of 25 and later nothing is known.
  it.each(["18.20.0", "20.18.9", "21.7.3", "22.0.0", "22.1.0", "25.0.0", "100.0.0"])(
    "may not be %s",
    (version) => {
      expect(admits(engines.node, version)).toBe(false);
    },
  );

  it("is the same in the lock file", () => {
    expect(manifest("package-lock.json").packages[""].engines).toEqual(engines);
  });
});
