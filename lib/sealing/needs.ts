import type { Db } from "../db/client";
import { countResumeLinks, countSealed, countSetupLinks } from "../db/sealed";
import { UNFINISHED_KEPT_MS } from "../domain/enrolments";
import { SEALED_COLUMNS } from "./columns";

/** What still needs the key of one version. */
export interface Need {
  version: number;
  /** Sealed rows, by what they are; only those that there are. */
  sealed: { what: string; count: number }[];
  /** Links that are derived from it. */
  links: { what: string; count: number; until: Date | null }[];
}

/** Everything that needs a key, by its version; looks at each table once, as a whole. */
export async function findNeeds(db: Db): Promise<Need[]> {
  const found = new Map<number, Need>();
  const needOf = (version: number) => {
    const need = found.get(version) ?? { version, sealed: [], links: [] };
    found.set(version, need);
    return need;
  };
  for (const column of SEALED_COLUMNS)
    for (const { version, count } of await countSealed(db, column))
      needOf(version).sealed.push({ what: column.called, count });
  for (const { version, count, until } of await countSetupLinks(db))
    needOf(version).links.push({ what: "open links to bank pages", count, until: new Date(until) });
  for (const { version, count, until, stays } of await countResumeLinks(db, UNFINISHED_KEPT_MS))
    needOf(version).links.push(
      stays
        ? { what: "links to enrolments that were signed or paid for", count, until: null }
        : { what: "links to unfinished enrolments", count, until: new Date(until) },
    );
  return [...found.values()].sort((a, b) => a.version - b.version);
}

/** "2 bank details, 3 open links to bank pages until 2026-11-28T00:00:00.000Z" */
export function wordsOf({ sealed, links }: Need): string {
  return [
    ...sealed.map(({ count, what }) => `${count} ${what}`),
    ...links.map(
      ({ count, what, until }) =>
        `${count} ${what} ${until ? `until ${until.toISOString()}` : "without an end"}`,
    ),
  ].join(", ");
}
