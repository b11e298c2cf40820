import { crc32 } from "node:zlib";
import { describe, expect, it } from "vitest";
import { newId } from "../domain/ids";
import { makeApiKey, parseApiKey, sha256 } from "./api-key";

const id = newId("key");

describe("an API key", () => {
  it.each([
    ["sandbox", "pc_test_"],
    ["production", "pc_live_"],
  ] as const)("of the %s environment says so, and names its id", (environment, prefix) => {
    const { key, secretSha256, lastFour } = makeApiKey(environment, id);
    expect(key.startsWith(`${prefix}${id.slice(4)}_`)).toBe(true);
    expect(key.endsWith(lastFour)).toBe(true);
    expect(parseApiKey(key)).toEqual({ environment, id, secretSha256 });
    expect(secretSha256).toEqual(sha256(key));
  });

  it("never comes twice", () => {
    expect(makeApiKey("sandbox", id).key).not.toBe(makeApiKey("sandbox", id).key);
  });

  it("carries 33 random characters, which are more than 190 bits", () => {
    const random = /^pc_test_[0-9a-z]{26}_([0-9A-Za-z]{33})[0-9A-Za-z]{6}$/.exec(
      makeApiKey("sandbox", id).key,
    )![1]!;
    expect(random.length * Math.log2(62)).toBeGreaterThan(190);
  });

  it("is refused with any one character changed, left out or added", () => {
    const { key } = makeApiKey("sandbox", id);
    for (let at = 0; at < key.length; at++) {
      const other = key[at] === "a" ? "b" : "a";
      expect(parseApiKey(key.slice(0, at) + other + key.slice(at + 1)), `character ${at}`).toBeNull();
      expect(parseApiKey(key.slice(0, at) + key.slice(at + 1)), `without character ${at}`).toBeNull();
    }
    expect(parseApiKey(`${key}a`)).toBeNull();
    expect(parseApiKey(`${key}\n`)).toBeNull();
    expect(parseApiKey("")).toBeNull();
  });

  it("is refused with an id that cannot exist, although its checksum is right", () => {
    const unsigned = `pc_test_${"z".repeat(26)}_${"0".repeat(33)}`;
    const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    let checksum = "";
    for (let rest = crc32(unsigned); checksum.length < 6; rest = Math.floor(rest / 62))
      checksum = digits[rest % 62] + checksum;
    expect(parseApiKey(unsigned + checksum)).toBeNull();
  });
});
