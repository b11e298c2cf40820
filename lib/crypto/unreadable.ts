import { raiseAlert } from "../db/alerts";
import type { Db } from "../db/client";
import type { Id } from "../domain/ids";
import type { Log } from "../domain/log";
import { Unreadable } from "./vault";

/** A sealed value, by the name that operators know its kind by, and the row that it belongs to. */
export interface SealedPlace {
  what: SealedKind;
  providerId: Id<"prv">;
  of: Id<"chk" | "whe" | "dda" | "enr">;
}

export type SealedKind =
  | "bank details"
  | "promised tokens"
  | "stored answers"
  | "webhook secrets"
  | "replaced webhook secrets"
  | "links to enrolments";

/**
 * What `open` gives; null where the value does not open, of which an operator is told.
 * See docs/decisions/017-unreadable-values.md.
 * @throws whatever else `open` throws, as while the keys are not checked
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

/** Never rejects: that nobody could be told must not stop what comes after. */
export async function tellUnreadable(
  { db, log }: { db: Db; log: Log },
  { what, providerId, of }: SealedPlace,
  now: Date,
  { reason, keyVersion }: Pick<Unreadable, "reason" | "keyVersion">,
): Promise<void> {
  const kind = "sealed_value_unreadable";
  // An operator is told once of all that one missing key had sealed.
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
