import { DAY_MS, later, SECOND_MS } from "../../packages/dates/time";
import { sortedJson } from "../../packages/text/json";
import { fingerprintOf } from "../checkout/fingerprint";
import { readKey } from "../checkout/idempotency";
import { crashPoint } from "../crash-point";
import { sameBytes } from "../crypto/api-key";
import { openOrTell } from "../crypto/unreadable";
import type { Vault } from "../crypto/vault";
import type { Db } from "../db/client";
import {
  claimKey,
  findKeyed,
  freeKey,
  holdKey,
  inOneTransaction,
  type KeyClaim,
  type KeyedRow,
  keepAnswer,
} from "../db/keyed-requests";
import { CheckoutError } from "../domain/errors";
import { isId } from "../domain/ids";
import { IDEMPOTENCY_KEPT_DAYS } from "../domain/limits";
import type { Log } from "../domain/log";
import { withWarnings } from "../http/answer";
import type { Call, Caller, Outcome } from "../http/operation";

/** Well within a lease. */
const HOLD_MS = 5 * SECOND_MS;

interface KeyedDeps {
  db: Db;
  vault: Vault;
  log: Log;
  now(): Date;
}

interface Keyed<Deps> {
  operation: string;
  /** Its own transactions are not one: what it did before a crash stays. */
  inSteps: boolean;
  run(deps: Deps): Promise<Outcome>;
}

/** Names the row and its request. What is encrypted for it cannot be decrypted for another. */
export const boundToKey = ({
  providerId,
  operation,
  key,
  requestId,
}: Pick<KeyClaim, "providerId" | "operation" | "key" | "requestId">) =>
  `${providerId} ${operation} ${key} ${requestId}`;

/**
 * Runs an operation at most once for each Idempotency-Key. Its effect and its stored response are one transaction, unless it
 * works in steps. A refusal frees the key. Contract section 4.
 * @throws CheckoutError `invalid_idempotency_key`, `idempotency_in_progress`, `idempotency_key_reused`
 */
export async function underKey<Deps extends KeyedDeps>(
  deps: Deps,
  call: Call,
  caller: Caller,
  { operation, inSteps, run }: Keyed<Deps>,
): Promise<Outcome> {
  const key = readKey(call.request.headers["idempotency-key"] ?? null);
  if (key === null) return run(deps);
  const { db } = deps;
  const { requestId, id, partId, input } = call;
  const claim: KeyClaim = {
    ...{ providerId: caller.provider.id, operation, key, requestId },
    fingerprint: fingerprintOf({ id, partId, input: sortedJson({ input }) }),
    expiresAt: later(deps.now(), IDEMPOTENCY_KEPT_DAYS * DAY_MS),
  };
  if (!(await claimKey(db, claim))) return earlierAnswer(deps, claim, await findKeyed(db, claim));

  crashPoint("keyed.claimed");

  const inOne = async (tx: Db) => {
    const written = asText(withWarnings(await run({ ...deps, db: tx }), call.warnings));
    crashPoint("keyed.done");
    const sealed = deps.vault.seal("idempotency", boundToKey(claim), Buffer.from(JSON.stringify(written)));
    if (!(await keepAnswer(tx, claim, sealed)) && !inSteps) throw inProgress();
    return written;
  };
  const holding = setInterval(() => void holdKey(db, claim).catch(() => {}), HOLD_MS);
  try {
    if (inSteps) return await inOne(db);
    return await inOneTransaction(db, isId("chk", id) ? id : null, inOne);
  } catch (error) {
    // If not even this works, the key is free once its lease is over.
    await freeKey(db, claim).catch(() => {});
    throw error;
  } finally {
    clearInterval(holding);
  }
}

const asText = ({ status, headers, body }: Outcome): Outcome => ({
  status,
  headers: { "Content-Type": "application/json; charset=utf-8", ...headers },
  body: JSON.stringify(body),
});

async function earlierAnswer(deps: KeyedDeps, claim: KeyClaim, row: KeyedRow | null): Promise<Outcome> {
  if (!row || row.sealedAnswer === null || row.keyVersion === null) throw inProgress();
  if (!sameBytes(row.fingerprint, claim.fingerprint))
    throw reused("This Idempotency-Key was used with another path or body. Use a new key for a new request.");
  const { providerId, requestId, keyVersion, sealedAnswer: bytes } = row;
  const place = { what: "stored responses", providerId, of: requestId } as const;
  const text = await openOrTell(deps, place, deps.now(), () =>
    Buffer.from(deps.vault.open("idempotency", boundToKey(row), { keyVersion, bytes })).toString(),
  );
  if (text === null)
    throw reused(
      "This request was carried out, but its response cannot be read any more. Look at what it did.",
    );
  const { status, headers, body }: Outcome = JSON.parse(text);
  return { status, headers: { ...headers, "Idempotent-Replayed": "true" }, body };
}

const reused = (detail: string) => new CheckoutError("idempotency_key_reused", detail);

const inProgress = () =>
  new CheckoutError(
    "idempotency_in_progress",
    "The first request with this Idempotency-Key is not finished yet.",
    {
      retryAfterSeconds: 2,
      extra: { user_message: "We are still working on your first request. Wait a moment." },
    },
  );
