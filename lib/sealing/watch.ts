import { Unreadable, type Vault } from "../crypto/vault";
import { type AlertRow, closeByKeyCheck, listAlertsOfKeys } from "../db/alerts";
import type { Db } from "../db/client";
import { claimJob, keyListJob } from "../db/jobs";
import {
  countSetupLinks,
  findSealed,
  hasLiveResumeLinks,
  resumeLinkVersions,
  sealedVersions,
} from "../db/sealed";
import { type Id, idToUuid } from "../domain/ids";
import type { Log } from "../domain/log";
import { earlier, MINUTE_MS } from "../domain/time";
import { openRow, SEALED_COLUMNS } from "./columns";
import { missingKey, tell } from "./unreadable";

interface WatchDeps {
  db: Db;
  vault: Vault;
  log: Log;
}

const EVERY_MS = MINUTE_MS;
/** A server that cannot open a value says so each time that it looks. */
const UNSEEN_MS = 3 * EVERY_MS;
const MAX_ALERTS = 100;

/**
 * Every minute, once for all servers with the same APP_KEYS: tells an operator of key versions that rows name and that
 * are not configured, and closes alerts of what opens again. D-138
 * @returns how many alerts are new
 */
export async function watchKeys(deps: WatchDeps, now: Date): Promise<number> {
  const { db, vault } = deps;
  if (!(await claimJob(db, keyListJob(vault.keyVersions), now, EVERY_MS))) return 0;
  const missing = await missingVersions(deps);
  let told = 0;
  for (const [version, what] of missing) if (await tell(deps, findingOf(version, what), now)) told++;
  for (const alert of await listAlertsOfKeys(db, MAX_ALERTS)) {
    const isOver = alert.reference.startsWith(KEY)
      ? ![...missing.keys()].some((version) => missingKey(version) === alert.reference)
      : await opensAgain(deps, alert);
    if (!isOver) {
      if (!alert.reference.startsWith(KEY)) await tell(deps, alert, now);
    } else if (alert.lastSeenAt < earlier(now, UNSEEN_MS)) await closeByKeyCheck(db, alert.id, now);
  }
  return told;
}

const KEY = missingKey(0).slice(0, -1);

const findingOf = (version: number, what: string[]) => ({
  kind: "sealed_value_unreadable" as const,
  reference: missingKey(version),
  details: { reason: "key_missing", what: what.join(", "), key_version: version },
});

/** What names each version that is not configured. */
async function missingVersions({ db, vault }: WatchDeps): Promise<Map<number, string[]>> {
  const missing = new Map<number, string[]>();
  const note = (what: string, versions: number[]) => {
    for (const version of versions)
      if (!vault.keyVersions.includes(version)) missing.set(version, [...(missing.get(version) ?? []), what]);
  };
  for (const column of SEALED_COLUMNS) note(column.called, await sealedVersions(db, column));
  note(
    "open links to bank pages",
    (await countSetupLinks(db)).map(({ version }) => version),
  );
  for (const version of await resumeLinkVersions(db))
    if (!vault.keyVersions.includes(version) && (await hasLiveResumeLinks(db, version)))
      note("links to enrolments", [version]);
  return missing;
}

/** True too where the value was replaced or deleted. */
async function opensAgain({ db, vault }: WatchDeps, { details }: AlertRow): Promise<boolean> {
  const column = SEALED_COLUMNS.find(({ called }) => called === details.what);
  if (!column) return true;
  const row = await findSealed(db, column, {
    providerId: idToUuid(details.provider_id as Id<"prv">),
    of: idToUuid(details.row as Id<"chk">),
  });
  try {
    if (row) openRow(vault, column, row);
    return true;
  } catch (error) {
    if (error instanceof Unreadable) return false;
    throw error;
  }
}
