import { createHash } from "node:crypto";
import type { CreateCommand } from "../contract/create";

/** The members that a command had then. */
const MEMBERS = (
  "cardToken courseName coursePriceCents depositCents email financedCents firstName firstPaymentDate " +
  "instalmentCents lastName numberOfInstalments paymentFrequency paymentType providerAccountId providerCode providerOrderId"
).split(" ");

/**
 * From before fingerprints had a version. Delete it 31 days after the last server of that time is gone: then no key has
 * such a fingerprint any more.
 */
export function formerFingerprintOf(command: CreateCommand): Uint8Array {
  const members = Object.entries(command).filter(([name]) => MEMBERS.includes(name));
  members.sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash("sha256").update(JSON.stringify(members)).digest();
}
