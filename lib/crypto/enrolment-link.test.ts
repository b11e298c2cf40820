import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { newId } from "../domain/ids";
import { claimOf, enrolmentSecret, isSecretOf } from "./enrolment-link";
import { createVault } from "./vault";

const key = (fill: number) => Buffer.alloc(32, fill).toString("base64");
const vault = createVault(`1:${key(1)}`);
const enrolment = { id: newId("enr"), linkKeyVersion: 1 };
const generation = fc.integer({ min: 1, max: 999_999_999 });

describe("the secret of a resume link", () => {
  it("opens the enrolment that it was made for, and no other", () => {
    const secret = enrolmentSecret(vault, enrolment, 2);
    expect(isSecretOf(vault, enrolment, 2, secret)).toBe(true);
    expect(isSecretOf(vault, { ...enrolment, id: newId("enr") }, 2, secret)).toBe(false);
    expect(isSecretOf(vault, enrolment, 2, `${secret.slice(0, -2)}AA`)).toBe(false);
    expect(isSecretOf(createVault(`1:${key(2)}`), enrolment, 2, secret)).toBe(false);
  });

  it("still opens it when newer keys have come", () => {
    const later = createVault(`2:${key(2)},1:${key(1)}`);
    expect(isSecretOf(later, enrolment, 3, enrolmentSecret(vault, enrolment, 3))).toBe(true);
  });

  it("claims what it was made for, and proves that generation only", () => {
    fc.assert(
      fc.property(generation, generation, (made, other) => {
        const secret = enrolmentSecret(vault, enrolment, made);
        expect(claimOf(secret)).toEqual({ id: enrolment.id, generation: made });
        expect(isSecretOf(vault, enrolment, other, secret)).toBe(made === other);
        // Another number before the same proof is no link.
        const claimed = enrolmentSecret(vault, enrolment, other).split("_")[0]!;
        const forged = claimed + secret.slice(secret.indexOf("_"));
        expect(isSecretOf(vault, enrolment, other, forged)).toBe(made === other);
      }),
    );
  });

  it("has one known form, so that links in mailboxes go on working", () => {
    const known = { id: "enr_01k9zzzzzzfqs8k1z2q0v5p3xw" as const, linkKeyVersion: 1 };
    expect(enrolmentSecret(vault, known, 1)).toBe(
      "01k9zzzzzzfqs8k1z2q0v5p3xw_V95BdViUAyqbPbwZNM4wGxFRcJg8OAE7YHRtcbsA6xs",
    );
  });

  const [id, proof] = ["0".repeat(26), "A".repeat(43)];
  it.each([
    "",
    "x",
    "0".repeat(70),
    `${"z".repeat(26)}_${proof}`,
    `${id}-1_${proof}`,
    `${id}-0_${proof}`,
    `${id}-02_${proof}`,
    `${id}-_${proof}`,
    `${id}--2_${proof}`,
    `${id}-1000000000_${proof}`,
    `${id}-2_${proof}A`,
    `${id}-2_${proof}\n`,
  ])("%j is none", (text) => {
    expect(claimOf(text)).toBeNull();
  });
});
