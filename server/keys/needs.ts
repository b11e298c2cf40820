import type { Db } from "../../lib/db/client";
import { countCardLinks, countResumeLinks, countSealed, countSetupLinks } from "../../lib/db/sealed";
import { SEALED_COLUMNS } from "./columns";

export interface Need {
  version: number;
  /** Sealed rows by kind. */
  sealed: { what: string; count: number }[];
  /** Links that are derived from the key. */
  links: { what: string; count: number; until: Date }[];
}

/**
 * Everything that needs a key, by version.
 * @param versions these alone; null for all, which reads whole tables
 */
export async function findNeeds(db: Db, versions: readonly number[] | null = null): Promise<Need[]> {
  const found = new Map<number, Need>();
  const needOf = (version: number) => {
    const need = found.get(version) ?? { version, sealed: [], links: [] };
    found.set(version, need);
    return need;
  };
  for (const column of SEALED_COLUMNS)
    for (const { version, count } of await countSealed(db, column, versions))
      needOf(version).sealed.push({ what: column.called, count });
  for (const { version, count, until } of await countSetupLinks(db, versions))
    needOf(version).links.push({ what: "open links to bank pages", count, until: new Date(until) });
  for (const { version, count, until } of await countCardLinks(db, versions))
    needOf(version).links.push({ what: "open links to card pages", count, until: new Date(until) });
  for (const { version, count, until } of await countResumeLinks(db, versions))
    needOf(version).links.push({ what: "links to enrolments", count, until: new Date(until) });
  return [...found.values()].sort((a, b) => a.version - b.version);
}

/** "2 bank details, 3 open links to bank pages until 2026-11-28T00:00:00.000Z" */
export function wordsOf({ sealed, links }: Need): string {
  return [
    ...sealed.map(({ count, what }) => `${count} ${what}`),
    ...links.map(({ count, what, until }) => `${count} ${what} until ${until.toISOString()}`),
  ].join(", ");
}
