import type { Vault } from "../crypto/vault";
import { type Need, wordsOf } from "./needs";

type Keys = Pick<Vault, "keyVersion" | "keyVersions">;

/**
 * What an operator should do about each key version.
 * @param wrong versions whose key did not seal what the database holds under them
 */
export function adviceOn(vault: Keys, needs: Need[], wrong: readonly number[] = []): Map<number, string> {
  const versions = new Set([...vault.keyVersions, ...needs.map(({ version }) => version)]);
  return new Map(
    [...versions].map((version) => {
      const need = needs.find((one) => one.version === version);
      const name = `Version ${version}`;
      if (wrong.includes(version))
        return [
          version,
          `${name} in APP_KEYS is another key than the one that sealed what this database holds.`,
        ];
      if (version === vault.keyVersion) return [version, `${name} seals what is new.`];
      if (!need && version > vault.keyVersion)
        return [version, `${name} seals nothing yet, and opens what other servers seal with it.`];
      if (!need) return [version, `${name} is needed by nothing any more: take it out of APP_KEYS.`];
      const remedy =
        need.sealed.length > 0
          ? "`npm run keys:app -- reseal` seals those rows anew."
          : "Keep it for as long, or end these links with `npm run keys:app -- reseal --end-links`.";
      const missing = vault.keyVersions.includes(version) ? "" : " It is missing in APP_KEYS: put it back.";
      return [version, `${name} is still needed, by ${wordsOf(need)}. ${remedy}${missing}`];
    }),
  );
}

/**
 * Where a rotation stands, and what an operator does next. D-141
 * @param atWork the key versions, in their order, of servers and workers that were at work of late
 * @param wrong as for `adviceOn`
 */
export function nextStep(
  vault: Keys,
  needs: Need[],
  atWork: readonly (readonly number[])[],
  wrong: readonly number[] = [],
): string {
  const { keyVersion: first, keyVersions } = vault;
  if (wrong.length > 0)
    return `Set the key again that ${namesOf(wrong)} had; a new key needs a version of its own. No server starts with this one.`;
  const missing = needs.filter(({ version }) => !keyVersions.includes(version));
  if (missing.length > 0)
    return `Put ${namesOf(missing.map(({ version }) => version))} back into APP_KEYS: rows need it.`;
  const newer = keyVersions.filter((version) => version > first);
  const lacking = atWork.filter((list) => keyVersions.some((version) => !list.includes(version)));
  if (newer.length > 0)
    return lacking.some((list) => newer.some((version) => !list.includes(version)))
      ? `Step 2: give every server and worker ${namesOf(newer)}, behind ${namesOf([first])}. Some that are at work do not have it.`
      : `Step 3: once every server and worker has ${namesOf(newer)}, put it in front, everywhere.`;
  if (lacking.some((list) => !list.includes(first)))
    return `Step 2: give every server and worker ${namesOf([first])}, behind the key that they have. Some that are at work do not have it and cannot open what it seals.`;
  if (atWork.some((list) => list[0] !== first))
    return `Step 3: put ${namesOf([first])} in front at every server and worker. Some that are at work still seal with another key.`;
  const older = needs.filter(({ version }) => version !== first);
  if (older.some(({ sealed }) => sealed.length > 0))
    return "Step 4: `npm run keys:app -- reseal` seals old rows with the first key.";
  const spare = keyVersions.filter(
    (version) => version !== first && !older.some((need) => need.version === version),
  );
  if (spare.length > 0) return `Step 5: take ${namesOf(spare)} out of APP_KEYS, everywhere.`;
  if (older.length > 0)
    return `Keep ${namesOf(older.map(({ version }) => version))} until its links are over, or end them with \`npm run keys:app -- reseal --end-links\`.`;
  return "Nothing: all is sealed with the one key.";
}

const namesOf = (versions: readonly number[]) =>
  `${versions.length === 1 ? "version" : "versions"} ${versions.join(" and ")}`;
