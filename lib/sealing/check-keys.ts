import type { Vault } from "../crypto/vault";
import type { Db } from "../db/client";
import { deleteProbes, findProbes, insertProbes, type ProbeRow, readSealed } from "../db/sealed";
import { openRow, SEALED_COLUMNS } from "./columns";
import { findNeeds, wordsOf } from "./needs";

/** APP_KEYS do not fit the database. The message names versions, never a key. */
export class KeyFault extends Error {
  override name = "KeyFault";
  override stack = this.message;
}

export interface KeyDeps {
  db: Db;
  vault: Vault;
  now(): Date;
}

/**
 * Whether the keys are those of the database: each opens what the key of its version has sealed, and none is missing
 * that something still needs. The first that comes with a version leaves a probe for all that follow, unless a row of
 * that version says that it is the wrong key. Any number may do it at once.
 * @throws KeyFault
 */
export async function checkKeys(deps: KeyDeps): Promise<void> {
  const { db, vault } = deps;
  const known = await findProbes(db);
  const isFirst = known.length === 0;
  const fresh = vault.keyVersions.filter((version) => !known.some((probe) => probe.keyVersion === version));
  for (const version of fresh) await tryOnRows(deps, version);
  if (fresh.length > 0)
    await insertProbes(
      db,
      fresh.map((version) => probeOf(deps, version)),
    );
  // Of two that were first at once, one has to find its own key to be the wrong one.
  const probes = fresh.length > 0 ? await findProbes(db) : known;
  for (const probe of probes) if (vault.keyVersions.includes(probe.keyVersion)) open(vault, probe);
  await refuseMissing(deps, probes, isFirst);
}

const boundTo = (version: number) => `sealed_probe ${version}`;
const PLAIN = Buffer.from("probe");

function probeOf({ vault, now }: KeyDeps, version: number): ProbeRow {
  const { bytes } = vault.seal("probe", boundTo(version), PLAIN, version);
  return { keyVersion: version, sealed: bytes, madeAt: now() };
}

function open(vault: Vault, { keyVersion, sealed: bytes }: ProbeRow): void {
  try {
    vault.open("probe", boundTo(keyVersion), { keyVersion, bytes });
  } catch {
    throw wrongKey(keyVersion);
  }
}

/** One row of each kind is enough: all that a version has sealed was sealed by one key. */
async function tryOnRows({ db, vault }: KeyDeps, version: number): Promise<void> {
  for (const column of SEALED_COLUMNS)
    for (const row of await readSealed(db, column, { version }, null, 1))
      try {
        openRow(vault, column, row);
      } catch {
        throw wrongKey(version);
      }
}

const wrongKey = (version: number) =>
  new KeyFault(
    `APP_KEYS: version ${version} is another key than the one that sealed what this database holds under that version. Set that one again; a new key needs a version of its own.`,
  );

/** Everything is only counted where there is a reason to: a probe of a version that is not there, or no probe at all. */
async function refuseMissing({ db, vault }: KeyDeps, probes: ProbeRow[], isFirst: boolean): Promise<void> {
  const isGone = (version: number) => !vault.keyVersions.includes(version);
  const gone = probes.map((probe) => probe.keyVersion).filter(isGone);
  if (!isFirst && gone.length === 0) return;
  const needs = (await findNeeds(db)).filter(({ version }) => isGone(version));
  if (needs.length > 0)
    throw new KeyFault(
      needs
        .map((need) => `APP_KEYS: version ${need.version} is missing and still needed, by ${wordsOf(need)}.`)
        .concat("Put it back behind the others, and run `npm run reseal` until that says that it can go.")
        .join(" "),
    );
  // One that is newer than all that are here is only not here yet: the others may be ahead.
  if (gone.length > 0) await deleteProbes(db, gone, Math.max(...vault.keyVersions));
}
