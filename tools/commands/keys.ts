import { SCOPES } from "../../drizzle/vocabulary";
import { type Issued, issueKey, type Key, listKeys, revokeKey, rotateKey } from "../../lib/provider/keys";
import { isOneOf } from "../../packages/text/narrow";
import { Problem } from "../../server/program/problem.mjs";
import { PROVIDER, providerOf } from "../command-line/provider";
import { command, type Row, rowOf } from "../command-line/run";
import { environmentOfKeys } from "../command-line/settings";
import {
  idIn,
  keyIdFault,
  labelFault,
  lifeFault,
  overlapFault,
  scopeFault,
  spanOf,
} from "../command-line/values";

const KEY = { value: "key_…", required: true, fault: keyIdFault } as const;
const LIFE = { value: "90d", fault: lifeFault } as const;

const issue = command(
  {
    provider: PROVIDER,
    label: { value: "TEXT", fault: labelFault },
    scope: { value: "SCOPE", multiple: true, fault: scopeFault },
    "expires-in": LIFE,
  },
  (given, settings) => {
    const values = {
      environment: environmentOfKeys(settings),
      label: given.label ?? "Command line",
      scopes: given.scope.filter((one) => isOneOf(SCOPES, one)),
      lifeMs: msOf(given["expires-in"]),
    };
    return async (db) => {
      const { id } = await providerOf(db, given.provider);
      return [issuedRow(await issueKey(db, id, values))];
    };
  },
);

const list = command({ provider: PROVIDER }, (given) => async (db) => {
  const { id } = await providerOf(db, given.provider);
  return (await listKeys(db, id)).map(keyRow);
});

const rotate = command(
  { provider: PROVIDER, key: KEY, overlap: { value: "24h", fault: overlapFault }, "expires-in": LIFE },
  (given, settings) => {
    const rotation = {
      environment: environmentOfKeys(settings),
      overlapMs: msOf(given.overlap),
      lifeMs: msOf(given["expires-in"]),
    };
    return async (db) => {
      const { id } = await providerOf(db, given.provider);
      const done = await rotateKey(db, id, idIn("key", given.key), rotation);
      if (!done) throw noKey(given);
      if ("refused" in done) throw new Problem(`--key "${given.key}": ${reasonOf(done.refused)}`);
      const { old } = done;
      return [{ ...issuedRow(done), replaces: { id: old.id, expires_at: old.expiresAt } }];
    };
  },
);

const revoke = command({ provider: PROVIDER, key: KEY }, (given) => async (db) => {
  const { id } = await providerOf(db, given.provider);
  const key = await revokeKey(db, id, idIn("key", given.key));
  if (!key) throw noKey(given);
  return [keyRow(key)];
});

const msOf = (span: string | undefined) => (span === undefined ? undefined : spanOf(span));

/** The same for another provider's key, so that nobody learns whose it is. */
const noKey = ({ provider, key }: { provider: string; key: string }) =>
  new Problem(
    `--key "${key}": ${provider} has no such key. See \`npm run keys -- list --provider ${provider}\`.`,
  );

function reasonOf({ status, revokedAt, expiresAt, replacedBy }: Key): string {
  if (replacedBy !== null) return `it was replaced by ${replacedBy} already. Rotate that one.`;
  return status === "revoked"
    ? `it was revoked at ${revokedAt?.toISOString()}. Issue a new one.`
    : `it expired at ${expiresAt?.toISOString()}. Issue a new one.`;
}

const issuedRow = ({ apiKey, key }: Issued): Row => ({ api_key: apiKey, ...keyRow(key) });

function keyRow(key: Key): Row {
  const times = ["createdAt", "expiresAt", "revokedAt", "lastUsedAt"] as const;
  return rowOf(key, "id", "label", "status", "scopes", ...times, "lastFour", "replacedBy");
}

export const KEYS = { issue, list, rotate, revoke };
