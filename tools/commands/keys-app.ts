import type { Vault } from "../../lib/crypto/vault";
import type { Db } from "../../lib/db/client";
import { databaseNow } from "../../lib/db/clock";
import { keyListsAtWork } from "../../lib/db/jobs";
import { earlier, MINUTE_MS } from "../../packages/dates/time";
import { checkKeys, wrongKeys } from "../../server/keys/check-keys";
import { findNeeds, type Need } from "../../server/keys/needs";
import { endLinks, reseal } from "../command-line/reseal";
import { command, type Row } from "../command-line/run";
import { vaultOfServers } from "../command-line/settings";

/** Servers look at their keys once a minute. */
const AT_WORK_MS = 3 * MINUTE_MS;

const versions = command({}, (_, settings) => {
  const vault = vaultOfServers(settings);
  return async (db) => {
    const wrong = await wrongKeys({ db, vault });
    return [...rowsOf(vault, await findNeeds(db), wrong), await atWork(db)];
  };
});

/** Seals old rows under the first of the servers' keys. */
const resealAll = command({ "end-links": {} }, (given, settings) => {
  const vault = vaultOfServers(settings);
  return async (db) => {
    await checkKeys({ db, vault });
    const rows: Row[] = given["end-links"] ? [{ ended_links: await endLinks({ db, vault }) }] : [];
    for (const [what, counts] of Object.entries(await reseal({ db, vault, log: SILENT })))
      rows.push({ what, ...counts });
    return [...rows, ...rowsOf(vault, await findNeeds(db)), await atWork(db)];
  };
});

/** A version is needed as long as something is sealed with it or linked by it. A wrong key is another one than sealed that. */
function rowsOf(vault: Vault, needs: Need[], wrong: readonly number[] = []): Row[] {
  const versions = new Set([...vault.keyVersions, ...needs.map(({ version }) => version)]);
  return [...versions].map((version) => {
    const need = needs.find((one) => one.version === version);
    return {
      key_version: version,
      configured: vault.keyVersions.includes(version),
      first: version === vault.keyVersion,
      wrong: wrong.includes(version),
      sealed: need?.sealed ?? [],
      links: need?.links ?? [],
    };
  });
}

/** The versions, in their order, of each server and worker that was at work of late. */
async function atWork(db: Db): Promise<Row> {
  return { servers_have: await keyListsAtWork(db, earlier(await databaseNow(db), AT_WORK_MS)) };
}

/** What does not open is counted in the rows, and an alert. */
const SILENT = { info() {}, warn() {}, error() {} };

export const APP_KEYS = { versions, reseal: resealAll };
