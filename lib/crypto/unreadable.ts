import { raiseAlert } from "../db/alerts";
import type { Db } from "../db/client";
import type { Id } from "../domain/ids";
import type { Log } from "../domain/log";
import { Unreadable } from "./vault";

/** An encrypted value: its kind, as operators know it, and the row that it belongs to. */
export interface SealedPlace {
  what: SealedKind;
  /** Null for what is all providers'. */
  providerId: Id<"prv"> | null;
  of: Id<"chk" | "whe" | "dda" | "enr" | "gwa" | "req"> | "staff_key";
}

export type SealedKind =
  | "bank details"
  | "addresses of bank pages"
  | "promised tokens"
  | "stored answers"
  | "stored responses"
  | "webhook secrets"
  | "replaced webhook secrets"
  | "processor secrets"
  | "processor webhook secrets"
  | "replaced processor webhook secrets"
  | "links to enrolments"
  | "secrets of the console";

/**
 * The decrypted value, or null if it cannot be decrypted. Then an operator is told. See
 * docs/decisions/017-unreadable-values.md.
 * @throws everything else that `open` throws, such as while the keys are not checked
 */
export async function openOrTell<T>(
  deps: { db: Db; log: Log },
  place: SealedPlace,
  now: Date,
  open: () => T,
): Promise<T | null> {
  try {
    return open();
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    await tellUnreadable(deps, place, now, error);
    return null;
  }
}

/** Never rejects: a failed alert must not stop what comes after. */
export async function tellUnreadable(
  { db, log }: { db: Db; log: Log },
  { what, providerId, of }: SealedPlace,
  now: Date,
  { reason, keyVersion }: Pick<Unreadable, "reason" | "keyVersion">,
): Promise<void> {
  const kind = "sealed_value_unreadable";
  // An operator is told once about everything that one missing key had encrypted.
  const reference = reason === "key_missing" ? `key_version_${keyVersion}` : of;
  const details = { reason, what, key_version: keyVersion, provider_id: providerId, row: of };
  const about = { kind, reference, reason };
  try {
    const alertId = await raiseAlert(db, { kind, reference, details }, now);
    if (alertId)
      log.error({ alertId, ...about }, "A sealed value does not open: see `npm run jobs -- alerts`");
  } catch (error) {
    log.error({ error, ...about }, "A sealed value does not open, and no alert could be written");
  }
}
