import type { Vault } from "../../lib/crypto/vault";
import type { Db } from "../../lib/db/client";
import { databaseNow } from "../../lib/db/clock";
import { deleteProbes, findProbes, insertProbes, type ProbeRow, readSealed } from "../../lib/db/sealed";
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
}

/**
 * D-043: checks that each key opens what its version has sealed, and that no version is missing that something needs.
 * The first start with a new version seals a probe row for later starts, once the version's rows have opened. Several
 * processes may do this at once.
 * @throws KeyFault
 */
export async function checkKeys(deps: KeyDeps): Promise<void> {
  const { db, vault } = deps;
  const known = await findProbes(db);
  const fresh = vault.keyVersions.filter((version) => !known.some((probe) => probe.keyVersion === version));
  for (const version of fresh) await tryOnRows(deps, version);
  if (fresh.length > 0) {
    const now = await databaseNow(db);
    await insertProbes(
      db,
      fresh.map((version) => probeOf(deps, version, now)),
    );
  }
  // Two processes may have begun with different keys at once: one of them must find the other's probe.
  const probes = fresh.length > 0 ? await findProbes(db) : known;
  for (const probe of probes) if (vault.keyVersions.includes(probe.keyVersion)) open(vault, probe);
  await refuseMissing(deps, probes);
}

/**
 * The versions of ours whose key is another than the one that sealed what the database holds under them. Writes nothing.
 */
export async function wrongKeys({ db, vault }: Pick<KeyDeps, "db" | "vault">): Promise<number[]> {
  const probes = await findProbes(db);
  const wrong: number[] = [];
  for (const version of vault.keyVersions)
    try {
      const probe = probes.find(({ keyVersion }) => keyVersion === version);
      if (probe) open(vault, probe);
      else await tryOnRows({ db, vault }, version);
    } catch (error) {
      if (!(error instanceof KeyFault)) throw error;
      wrong.push(version);
    }
  return wrong;
}

const boundTo = (version: number) => `sealed_probe ${version}`;
const PLAIN = Buffer.from("probe");

function probeOf({ vault }: KeyDeps, version: number, madeAt: Date): ProbeRow {
  const { bytes } = vault.seal("probe", boundTo(version), PLAIN, version);
  return { keyVersion: version, sealed: bytes, madeAt };
}

function open(vault: Vault, { keyVersion, sealed: bytes }: ProbeRow): void {
  try {
    vault.open("probe", boundTo(keyVersion), { keyVersion, bytes });
  } catch {
    throw wrongKey(keyVersion);
  }
}

/** One row of each kind is enough: everything of one version was sealed by one key. */
async function tryOnRows({ db, vault }: Pick<KeyDeps, "db" | "vault">, version: number): Promise<void> {
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

/** Whoever wrote them, and whether or not their version has a probe. */
async function refuseMissing({ db, vault }: KeyDeps, probes: ProbeRow[]): Promise<void> {
  const isGone = (version: number) => !vault.keyVersions.includes(version);
  const needs = await findNeeds(db, isGone);
  if (needs.length > 0)
    throw new KeyFault(
      needs
        .map((need) => `APP_KEYS: version ${need.version} is missing and still needed, by ${wordsOf(need)}.`)
        .concat("Put it back behind the others; `npm run keys:app -- versions` says what comes next.")
        .join(" "),
    );
  const gone = probes.map((probe) => probe.keyVersion).filter(isGone);
  // A newer version than ours is kept: other servers may have it already.
  if (gone.length > 0) await deleteProbes(db, gone, Math.max(...vault.keyVersions));
}
