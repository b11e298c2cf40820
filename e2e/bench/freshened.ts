import { randomBytes } from "node:crypto";
import { idToUuid, newId } from "../../lib/domain/ids";
import type { Statement } from "./recorder";

/** Ids, digests and the numbers of orders, as they stand in parameters: those of orders and students have twelve digits. */
export const NAMES =
  /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\b[a-z]{3}_[0-7][0-9a-hjkmnp-tv-z]{25}\b|[0-9a-f]{12,}/g;

/**
 * The same statements with other ids, digests and orders, each the same wherever it stands: so that they insert once
 * more. What the database holds already is named in `known`, and stays.
 */
export function freshened(statements: Statement[], known: ReadonlySet<string> = new Set()): Statement[] {
  const fresh = new Map<string, string>();
  const another = (name: string) => {
    if (known.has(name)) return name;
    const found = fresh.get(name) ?? like(name);
    fresh.set(name, found);
    return found;
  };
  return statements.map(({ text, parameters }) => ({
    text,
    parameters: parameters.map((one) => one?.replace(NAMES, another) ?? null),
  }));
}

function like(name: string): string {
  if (name.includes("-")) return idToUuid(newId("chk"));
  if (name.includes("_")) return newId(name.slice(0, 3) as "chk");
  return randomBytes(Math.ceil(name.length / 2))
    .toString("hex")
    .slice(0, name.length);
}
