import type { Vault } from "../crypto/vault";
import type { Db } from "../db/client";
import { countResumeLinks, countSealed, countSetupLinks } from "../db/sealed";
import { LINKS_OUTLIVE_MS, UNFINISHED_KEPT_MS } from "../domain/resume-link";
import { SEALED_COLUMNS } from "./columns";

interface Need {
  version: number;
  /** Sealed rows by kind. */
  sealed: { what: string; count: number }[];
  /** Links that are derived from the key. */
  links: { what: string; count: number; until: Date }[];
}

/** Everything that needs a key, by version. It reads whole tables. */
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
  const keptMs = { unfinished: UNFINISHED_KEPT_MS, ended: LINKS_OUTLIVE_MS };
  for (const { version, count, until } of await countResumeLinks(db, keptMs))
    needOf(version).links.push({ what: "links to enrolments", count, until: new Date(until) });
  return [...found.values()].sort((a, b) => a.version - b.version);
}

/** How many values each key has sealed. It reads whole tables. */
export async function countByVersion(db: Db): Promise<Map<number, number>> {
  const found = new Map<number, number>();
  for (const column of SEALED_COLUMNS)
    for (const { version, count } of await countSealed(db, column))
      found.set(version, (found.get(version) ?? 0) + count);
  return found;
}

/** "2 bank details, 3 open links to bank pages until 2026-11-28T00:00:00.000Z" */
export function wordsOf({ sealed, links }: Need): string {
  return [
    ...sealed.map(({ count, what }) => `${count} ${what}`),
    ...links.map(({ count, what, until }) => `${count} ${what} until ${until.toISOString()}`),
  ].join(", ");
}

type Keys = Pick<Vault, "keyVersion" | "keyVersions">;

/** What an operator should do about each key version. */
export function adviceOn(vault: Keys, needs: Need[]): Map<number, string> {
  const versions = new Set([...vault.keyVersions, ...needs.map(({ version }) => version)]);
  return new Map(
    [...versions].map((version) => {
      const need = needs.find((one) => one.version === version);
      const name = `Version ${version}`;
      if (version === vault.keyVersion) return [version, `${name} seals what is new.`];
      if (!need) return [version, `${name} is needed by nothing any more: take it out of APP_KEYS.`];
      const remedy =
        need.sealed.length > 0
          ? "`npm run reseal` seals those rows anew."
          : "Keep it for as long, or end these links with `npm run reseal -- --end-links`.";
      const missing = vault.keyVersions.includes(version) ? "" : " It is missing in APP_KEYS: put it back.";
      return [version, `${name} is still needed, by ${wordsOf(need)}. ${remedy}${missing}`];
    }),
  );
}
