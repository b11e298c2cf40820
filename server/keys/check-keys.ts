import type { Vault } from "../../lib/crypto/vault";
import type { Db } from "../../lib/db/client";
import { deleteProbes, findProbes, insertProbes, type ProbeRow } from "../../lib/db/sealed";
import { findNeeds, wordsOf } from "./needs";

/** APP_KEYS do not fit the database. The message names versions, never a key. */
export class KeyFault extends Error {
  override name = "KeyFault";
  override stack = this.message;
}

interface KeyDeps {
  db: Db;
  vault: Vault;
}

/**
 * Checks that each key is the one that its version began with, and that no version is missing that something needs.
 * The first start with a new version seals a probe row for later starts, before anything else is sealed. Several
 * processes may do this at once.
 * See docs/decisions/016-application-keys.md.
 * @throws KeyFault
 */
export async function checkKeys({ db, vault }: KeyDeps): Promise<void> {
  let probes = await findProbes(db);
  const fresh = vault.keyVersions.filter((version) => !probes.some((probe) => probe.keyVersion === version));
  if (fresh.length > 0) {
    await insertProbes(
      db,
      fresh.map((version) => probeOf(vault, version)),
    );
    // Two processes may have begun with different keys at once: one of them must find the other's probe.
    probes = await findProbes(db);
  }
  const [wrong] = wrongOf(vault, probes);
  if (wrong !== undefined)
    throw new KeyFault(
      `APP_KEYS: version ${wrong} is another key than the one that sealed what this database holds under that version. Set that one again; a new key needs a version of its own.`,
    );
  await refuseMissing({ db, vault }, probes);
}

/** The versions of ours whose key is another than the one that the version began with. Writes nothing. */
export const wrongKeys = async ({ db, vault }: KeyDeps): Promise<number[]> =>
  wrongOf(vault, await findProbes(db));

const wrongOf = (vault: Vault, probes: ProbeRow[]) =>
  probes
    .filter((probe) => vault.keyVersions.includes(probe.keyVersion) && !opens(vault, probe))
    .map(({ keyVersion }) => keyVersion);

const boundTo = (version: number) => `sealed_probe ${version}`;
const PLAIN = Buffer.from("probe");

function probeOf(vault: Vault, version: number): ProbeRow {
  const { bytes } = vault.seal("probe", boundTo(version), PLAIN, version);
  return { keyVersion: version, sealed: bytes };
}

function opens(vault: Vault, { keyVersion, sealed: bytes }: ProbeRow): boolean {
  try {
    vault.open("probe", boundTo(keyVersion), { keyVersion, bytes });
    return true;
  } catch {
    return false;
  }
}

/** Whoever seals with a version has written its probe before. */
async function refuseMissing({ db, vault }: KeyDeps, probes: ProbeRow[]): Promise<void> {
  const versions = probes.map(({ keyVersion }) => keyVersion);
  const gone = versions.filter((version) => !vault.keyVersions.includes(version));
  if (gone.length === 0) return;
  const needs = await findNeeds(db, gone);
  if (needs.length > 0)
    throw new KeyFault(
      needs
        .map((need) => `APP_KEYS: version ${need.version} is missing and still needed, by ${wordsOf(need)}.`)
        .concat("Add it again after the others. `npm run keys:app -- versions` shows what needs each key.")
        .join(" "),
    );
  // A newer version than ours is kept: other servers may have it already.
  await deleteProbes(db, gone, Math.max(...vault.keyVersions));
}
