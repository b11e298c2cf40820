import { createHash } from "node:crypto";
import type { CreateCommand } from "../contract/create";

/** The command's members of the time: those that came later do not count. */
const MEMBERS = [
  "cardToken",
  "courseName",
  "coursePriceCents",
  "depositCents",
  "email",
  "financedCents",
  "firstName",
  "firstPaymentDate",
  "instalmentCents",
  "lastName",
  "numberOfInstalments",
  "paymentFrequency",
  "paymentType",
  "providerAccountId",
  "providerCode",
  "providerOrderId",
];

/**
 * A fingerprint as servers made it before fingerprints had a version: the keys that they took are still honoured. Delete
 * it when every server has made those of `fingerprint.ts` for 31 days: by then the last of those keys has expired.
 */
export function formerFingerprintOf(command: CreateCommand): Uint8Array {
  const members = Object.entries(command).filter(([name]) => MEMBERS.includes(name));
  members.sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash("sha256").update(JSON.stringify(members)).digest();
}
