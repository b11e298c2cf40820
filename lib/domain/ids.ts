import { fromString, fromUUID, toUUID, typeidUnboxed } from "typeid-js";

/**
 * Every identifier is a TypeID: a prefix and a time-sortable UUIDv7. Contract section 1. Those of the first line never leave
 * the service: provider, course, enrolment, charge attempt, operator's alert, staff, an action of theirs.
 */
export type IdPrefix =
  | ("prv" | "crs" | "enr" | "cat" | "alt" | "stf" | "act")
  | (
      | "key"
      | "con"
      | "opp"
      | "chk"
      | "dda"
      | "agr"
      | "evt"
      | "ref"
      | "dbt"
      | "stl"
      | "gwa"
      | "whe"
      | "whd"
      | "eml"
      | "req"
    );
export type Id<P extends IdPrefix> = `${P}_${string}`;

/** @param at the time that it begins with, if rows are sorted or found by their ids; else this machine's */
export function newId<P extends IdPrefix>(prefix: P, at?: Date): Id<P> {
  const id: Id<P> = `${prefix}_${typeidUnboxed("")}`;
  return at ? idFromUuid(prefix, beginOf(at) + idToUuid(id).slice(13)) : id;
}

/** An identifier that cannot exist needs no query. `toUUID` rejects letters that are not a UUID. */
export function isId<P extends IdPrefix>(prefix: P, text: string): text is Id<P> {
  if (text.length !== prefix.length + 27) return false;
  try {
    toUUID(fromString(text, prefix));
    return true;
  } catch {
    return false;
  }
}

export function idToUuid(id: Id<IdPrefix>): string {
  return toUUID(fromString(id));
}

export function idFromUuid<P extends IdPrefix>(prefix: P, uuid: string): Id<P> {
  return `${prefix}_${fromUUID(uuid)}`;
}

/** The lowest id of an instant: a UUIDv7 begins with its time, so ids can be filtered by time. */
export function firstIdAt<P extends IdPrefix>(prefix: P, at: Date): Id<P> {
  return idFromUuid(prefix, `${beginOf(at)}-7000-8000-000000000000`);
}

function beginOf(at: Date): string {
  const time = Math.max(0, at.getTime()).toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}`;
}
