import type { Db } from "../../lib/db/client";
import {
  countResumeLinks,
  countSealed,
  countSetupLinks,
  resumeLinkVersions,
  sealedVersions,
} from "../../lib/db/sealed";
import { LINKS_OUTLIVE_MS, UNFINISHED_KEPT_MS } from "../../lib/domain/resume-link";
import { SEALED_COLUMNS } from "./columns";

export interface Need {
  version: number;
  /** Sealed rows by kind. */
  sealed: { what: string; count: number }[];
  /** Links that are derived from the key. */
  links: { what: string; count: number; until: Date }[];
}

/**
 * Everything that needs a key, by version. Counting reads whole tables, so it is done only where rows name a version that is
 * asked for.
 */
export async function findNeeds(db: Db, isAsked: (version: number) => boolean = () => true): Promise<Need[]> {
  const found = new Map<number, Need>();
  const needOf = (version: number) => {
    const need = found.get(version) ?? { version, sealed: [], links: [] };
    found.set(version, need);
    return need;
  };
  for (const column of SEALED_COLUMNS)
    if ((await sealedVersions(db, column)).some(isAsked))
      for (const { version, count } of await countSealed(db, column))
        needOf(version).sealed.push({ what: column.called, count });
  for (const { version, count, until } of await countSetupLinks(db))
    needOf(version).links.push({ what: "open links to bank pages", count, until: new Date(until) });
  const keptMs = { unfinished: UNFINISHED_KEPT_MS, ended: LINKS_OUTLIVE_MS };
  if ((await resumeLinkVersions(db)).some(isAsked))
    for (const { version, count, until } of await countResumeLinks(db, keptMs))
      needOf(version).links.push({ what: "links to enrolments", count, until: new Date(until) });
  return [...found.values()].filter(({ version }) => isAsked(version)).sort((a, b) => a.version - b.version);
}

/** "2 bank details, 3 open links to bank pages until 2026-11-28T00:00:00.000Z" */
export function wordsOf({ sealed, links }: Need): string {
  return [
    ...sealed.map(({ count, what }) => `${count} ${what}`),
    ...links.map(({ count, what, until }) => `${count} ${what} until ${until.toISOString()}`),
  ].join(", ");
}
