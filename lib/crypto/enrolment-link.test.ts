import { describe, expect, it } from "vitest";
import { newId } from "../domain/ids";
import { claimedEnrolment, enrolmentSecret, isSecretOf } from "./enrolment-link";
import { createVault } from "./vault";

const key = (fill: number) => Buffer.alloc(32, fill).toString("base64");
const vault = createVault(`1:${key(1)}`);
const enrolment = { id: newId("enr"), linkKeyVersion: 1 };

describe("the secret of a resume link", () => {
  it("opens the enrolment that it was made for, and no other", () => {
    const secret = enrolmentSecret(vault, enrolment);
    expect(claimedEnrolment(secret)).toBe(enrolment.id);
    expect(isSecretOf(vault, enrolment, secret)).toBe(true);
    expect(isSecretOf(vault, { ...enrolment, id: newId("enr") }, secret)).toBe(false);
    expect(isSecretOf(vault, enrolment, `${secret.slice(0, -2)}AA`)).toBe(false);
    expect(isSecretOf(createVault(`1:${key(2)}`), enrolment, secret)).toBe(false);
  });

  it("still opens it when newer keys have come", () => {
    const later = createVault(`2:${key(2)},1:${key(1)}`);
    expect(isSecretOf(later, enrolment, enrolmentSecret(vault, enrolment))).toBe(true);
  });

  it.each(["", "x", "0".repeat(70), `${"z".repeat(26)}_${"A".repeat(43)}`])("%j is none", (text) => {
    expect(claimedEnrolment(text)).toBeNull();
  });
});
