import { isId } from "../../lib/domain/ids";
import type { Scope } from "../../lib/domain/scopes";
import { type Issued, issueKey } from "../../lib/keys/issue";
import { type Key, listKeys, revokeKey } from "../../lib/keys/key";
import { rotateKey } from "../../lib/keys/rotate";
import { PROVIDER, providerOf } from "../lib/commands/provider";
import { command, type Row } from "../lib/commands/run";
import { environmentOfKeys } from "../lib/commands/settings";
import { lifeFault, momentFault, overlapFault, spanOf } from "../lib/commands/times";
import { keyIdFault, labelFault, scopeFault } from "../lib/commands/values";
import { Problem } from "../lib/problem.mjs";

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
      scopes: given.scope as Scope[],
      expiresAt: expiryOf(given),
    };
    return async (db) => {
      const { id } = await providerOf(db, given.provider);
      return [issuedRow(await issueKey(db, id, values))];
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
      expiresAt: expiryOf(given),
    };
    return async (db) => {
      const { id } = await providerOf(db, given.provider);
      const done = await rotateKey(db, id, keyIdOf(given.key), rotation);
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

function expiryOf(given: { "expires-in": string | undefined; expires: string | undefined }) {
  if (given["expires-in"] !== undefined && given.expires !== undefined)
    throw new Problem("--expires-in and --expires say the same thing in two ways. Take one of them.");
  if (given.expires !== undefined) return new Date(given.expires);
  return given["expires-in"] === undefined ? undefined : new Date(Date.now() + spanOf(given["expires-in"]));
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
    ? `it was revoked at ${revokedAt!.toISOString()}. Issue a new one.`
    : `it expired at ${expiresAt!.toISOString()}. Issue a new one.`;
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
