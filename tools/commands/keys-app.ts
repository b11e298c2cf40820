import type { Vault } from "../../lib/crypto/vault";
import { checkKeys, wrongKeys } from "../../server/keys/check-keys";
import { findNeeds, type Need } from "../../server/keys/needs";
import { endLinks, reseal } from "../command-line/reseal";
import { command, type Row } from "../command-line/run";
import { vaultOfServers } from "../command-line/settings";

const versions = command({}, (_, settings) => {
  const vault = vaultOfServers(settings);
  return async (db) => {
    const wrong = await wrongKeys({ db, vault });
    return rowsOf(vault, await findNeeds(db), wrong);
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
    return [...rows, ...rowsOf(vault, await findNeeds(db))];
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

/** What does not open is counted in the rows, and an alert. */
const SILENT = { info() {}, warn() {}, error() {} };

export const APP_KEYS = { versions, reseal: resealAll };
