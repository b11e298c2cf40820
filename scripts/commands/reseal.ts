import { checkKeys } from "../../lib/sealing/check-keys";
import { adviceOn, findNeeds } from "../../lib/sealing/needs";
import { endLinks, reseal } from "../../lib/sealing/reseal";
import { command, type Row } from "../lib/commands/run";
import { vaultOfServers } from "../lib/commands/settings";
import { Problem } from "../lib/problem.mjs";

/** Reseals rows under the newest of the servers' keys, and tells for each key version what still needs it. */
const run = command({ check: {}, "end-links": {} }, (given, settings) => {
  const vault = vaultOfServers(settings);
  if (given.check && given["end-links"])
    throw new Problem("--check changes nothing, and --end-links does. Take one of them.");
  return async (db) => {
    const rows: Row[] = [];
    if (!given.check) {
      await checkKeys({ db, vault, now: () => new Date() });
      if (given["end-links"]) rows.push({ ended_links: await endLinks({ db, vault }) });
      rows.push(
        ...Object.entries(await reseal({ db, vault })).map(([what, counts]) => ({ what, ...counts })),
      );
    }
    const needs = await findNeeds(db);
    for (const [version, says] of adviceOn(vault, needs)) {
      const need = needs.find((one) => one.version === version);
      rows.push({ key_version: version, sealed: need?.sealed ?? [], links: need?.links ?? [], says });
    }
    return rows;
  };
});

export const RESEAL = { "": run };
