import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createVault } from "./vault";

const newKey = (version: number) => `${version}:${randomBytes(32).toString("base64")}`;
const [one, two] = [newKey(1), newKey(2)];
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString();

describe("what the vault seals", () => {
  const vault = createVault(one);
  const sealed = vault.seal("bank-details", "dda_1", Buffer.from("secret"));

  it("opens again for the same purpose and row", () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.string(), (plain, row) => {
        const { keyVersion, bytes } = vault.seal("idempotency", row, plain);
        expect(keyVersion).toBe(1);
        expect(vault.open("idempotency", row, { keyVersion, bytes })).toEqual(Buffer.from(plain));
      }),
    );
  });

  it("does not show, and never looks the same twice", () => {
    expect(Buffer.from(sealed.bytes).includes("secret")).toBe(false);
    expect(vault.seal("bank-details", "dda_1", Buffer.from("secret")).bytes).not.toEqual(sealed.bytes);
  });

  it("does not open in another row", () => {
    expect(() => vault.open("bank-details", "dda_2", sealed)).toThrow();
  });

  it("does not open for another purpose", () => {
    expect(() => vault.open("idempotency", "dda_1", sealed)).toThrow();
  });

  it("does not open with any one bit changed, or cut short", () => {
    for (let at = 0; at < sealed.bytes.length; at++) {
      const bytes = Buffer.from(sealed.bytes);
      bytes[at]! ^= 1;
      expect(() => vault.open("bank-details", "dda_1", { keyVersion: 1, bytes }), `byte ${at}`).toThrow();
      const cut = sealed.bytes.slice(0, at);
      expect(() => vault.open("bank-details", "dda_1", { keyVersion: 1, bytes: cut }), `cut ${at}`).toThrow();
    }
  });

  it("does not open with another key of the same version", () => {
    expect(() => createVault(newKey(1)).open("bank-details", "dda_1", sealed)).toThrow();
  });
});

describe("a rotation of keys", () => {
  const before = createVault(one);
  const after = createVault(`${two},${one}`);

  it("seals with the newest and opens what the older one sealed", () => {
    const old = before.seal("bank-details", "dda_1", Buffer.from("old"));
    expect(text(after.open("bank-details", "dda_1", old))).toBe("old");
    expect(after.keyVersion).toBe(2);
    expect(after.seal("bank-details", "dda_1", Buffer.from("new")).keyVersion).toBe(2);
  });

  it("seals with an older one where that is asked for, and knows which there are", () => {
    const old = after.seal("probe", "row", Buffer.from("old"), 1);
    expect(old.keyVersion).toBe(1);
    expect(text(before.open("probe", "row", old))).toBe("old");
    expect(after.keyVersions).toEqual([2, 1]);
    expect(() => after.seal("probe", "row", Buffer.from("old"), 3)).toThrow("no key of version 3");
  });

  it("names the version that is missing", () => {
    const sealed = after.seal("bank-details", "dda_1", Buffer.from("new"));
    expect(() => before.open("bank-details", "dda_1", sealed)).toThrow("APP_KEYS holds no key of version 2");
  });

  it("refuses two keys of one version: what one of them sealed would be lost", () => {
    expect(() => createVault(`${newKey(1)},${one}`)).toThrow("APP_KEYS holds two keys of version 1");
  });
});

describe("what the vault derives", () => {
  const vault = createVault(`${two},${one}`);
  const derived = vault.derive("setup-session", 1, "message");

  it("is the same again, also after a rotation", () => {
    expect(createVault(one).derive("setup-session", 1, "message")).toEqual(derived);
    expect(derived).toHaveLength(32);
  });

  it("differs by purpose, version and message", () => {
    expect(vault.derive("idempotency", 1, "message")).not.toEqual(derived);
    expect(vault.derive("setup-session", 2, "message")).not.toEqual(derived);
    expect(vault.derive("setup-session", 1, "massage")).not.toEqual(derived);
  });
});
