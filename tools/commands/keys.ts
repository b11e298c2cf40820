import type { Db } from "../../lib/db/client";
import { databaseNow } from "../../lib/db/clock";
import { isId } from "../../lib/domain/ids";
import { SCOPES } from "../../lib/domain/scopes";
import { later } from "../../packages/dates/time";
import { isOneOf } from "../../packages/text/narrow";
import { Problem } from "../../server/program/problem.mjs";
import { PROVIDER, providerOf } from "../command-line/provider";
import { command, type Row } from "../command-line/run";
import { environmentOfKeys } from "../command-line/settings";
import { lifeFault, momentFault, overlapFault, spanOf } from "../command-line/times";
import { keyIdFault, labelFault, scopeFault } from "../command-line/values";
import { type Issued, issueKey } from "../tenants/issue-key";
import { type Key, listKeys, revokeKey } from "../tenants/key";
import { rotateKey } from "../tenants/rotate-key";

const KEY = { value: "key_…", required: true, fault: keyIdFault } as const;
const EXPIRY = {
  "expires-in": { value: "90d", fault: lifeFault },
  expires: { value: "2027-01-01T00:00Z", fault: (text: string) => momentFault(text) },
} as const;

const issue = command(
  {
    provider: PROVIDER,
    label: { value: "TEXT", fault: labelFault },
    scope: { value: "SCOPE", multiple: true, fault: scopeFault },
    ...EXPIRY,
  },
  (given, settings) => {
    const values = {
      environment: environmentOfKeys(settings),
      label: given.label ?? "Command line",
      scopes: given.scope.filter((one) => isOneOf(SCOPES, one)),
    };
    const expiry = expiryOf(given);
    return async (db) => {
      const { id } = await providerOf(db, given.provider);
      return [issuedRow(await issueKey(db, id, { ...values, expiresAt: await expiry(db) }))];
    };
  },
);

const list = command({ provider: PROVIDER }, (given) => async (db) => {
  const { id } = await providerOf(db, given.provider);
  return (await listKeys(db, id)).map(rowOf);
});

const rotate = command(
  { provider: PROVIDER, key: KEY, overlap: { value: "24h", fault: overlapFault }, ...EXPIRY },
  (given, settings) => {
    const rotation = {
      environment: environmentOfKeys(settings),
      overlapMs: given.overlap === undefined ? undefined : spanOf(given.overlap),
    };
    const expiry = expiryOf(given);
    return async (db) => {
      const { id } = await providerOf(db, given.provider);
      const done = await rotateKey(db, id, keyIdOf(given.key), { ...rotation, expiresAt: await expiry(db) });
      if (!done) throw noKey(given);
      if ("refused" in done) throw new Problem(`--key "${given.key}": ${reasonOf(done.refused)}`);
      const { old } = done;
      return [{ ...issuedRow(done), replaces: { id: old.id, expires_at: old.expiresAt } }];
    };
  },
);

const revoke = command({ provider: PROVIDER, key: KEY }, (given) => async (db) => {
  const { id } = await providerOf(db, given.provider);
  const key = await revokeKey(db, id, keyIdOf(given.key));
  if (!key) throw noKey(given);
  return [rowOf(key)];
});

/** A span counts from the database's time, by which the key will end. */
function expiryOf(given: { "expires-in": string | undefined; expires: string | undefined }) {
  if (given["expires-in"] !== undefined && given.expires !== undefined)
    throw new Problem("--expires-in and --expires say the same thing in two ways. Take one of them.");
  const { expires, "expires-in": span } = given;
  return async (db: Db) => {
    if (expires !== undefined) return new Date(expires);
    return span === undefined ? undefined : later(await databaseNow(db), spanOf(span));
  };
}

function keyIdOf(text: string) {
  if (!isId("key", text)) throw new RangeError("keyIdFault has let it through");
  return text;
}

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

const issuedRow = ({ apiKey, key }: Issued): Row => ({ api_key: apiKey, ...rowOf(key) });

function rowOf(key: Key): Row {
  return {
    id: key.id,
    label: key.label,
    status: key.status,
    scopes: key.scopes,
    created_at: key.createdAt,
    expires_at: key.expiresAt,
    revoked_at: key.revokedAt,
    last_used_at: key.lastUsedAt,
    last_four: key.lastFour,
    replaced_by: key.replacedBy,
  };
}

export const KEYS = { issue, list, rotate, revoke };
