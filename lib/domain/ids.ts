import { TypeID, typeid } from "typeid-js";

/**
 * Every identifier is a TypeID: a prefix that says what it names and a time-sortable UUIDv7. Contract section 1.
 * `prv`, `crs`, `enr` (an enrolment in progress), `cat` (charge attempt) and `alt` (operator's alert) never leave the
 * service; `eml` (a mail) stands in its Message-ID.
 */
const ID_PREFIXES = [
  "prv",
  "crs",
  "enr",
  "key",
  "con",
  "opp",
  "chk",
  "cat",
  "dda",
  "agr",
  "evt",
  "whe",
  "whd",
  "alt",
  "eml",
  "req",
] as const;
export type IdPrefix = (typeof ID_PREFIXES)[number];
export type Id<P extends IdPrefix> = `${P}_${string}`;

export function newId<P extends IdPrefix>(prefix: P): Id<P> {
  return typeid(prefix).toString() as Id<P>;
}

/** Whether the text could be an identifier with that prefix. One that cannot exist needs no look-up. */
export function isId<P extends IdPrefix>(prefix: P, text: string): text is Id<P> {
  if (text.length !== prefix.length + 27) return false;
  try {
    TypeID.fromString(text, prefix);
    return true;
  } catch {
    return false;
  }
}

export function idToUuid(id: Id<IdPrefix>): string {
  return TypeID.fromString(id).toUUID();
}

export function idFromUuid<P extends IdPrefix>(prefix: P, uuid: string): Id<P> {
  return TypeID.fromUUID(prefix, uuid).toString() as Id<P>;
}

/** The first identifier of an instant: the time is what a UUIDv7 begins with, so that ids can be cut by time. */
export function firstIdAt<P extends IdPrefix>(prefix: P, at: Date): Id<P> {
  const time = Math.max(0, at.getTime()).toString(16).padStart(12, "0");
  return idFromUuid(prefix, `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`);
}
