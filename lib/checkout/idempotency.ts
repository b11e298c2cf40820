import { containsCardNumber } from "../../packages/cards/card-number";
import { DAY_MS, later } from "../../packages/dates/time";
import type { CreateCommand } from "../contract/create";
import { sameBytes } from "../crypto/api-key";
import { openOrTell, type SealedKind } from "../crypto/unreadable";
import { findCheckout, findLiveByOrder } from "../db/checkouts";
import { findIdempotencyKey, type IdempotencyRow } from "../db/idempotency";
import { CheckoutError } from "../domain/errors";
import type { Id } from "../domain/ids";
import { IDEMPOTENCY_KEPT_DAYS } from "../domain/limits";
import { PROBLEMS } from "../domain/problems";
import { awaitsCharge, isReleased } from "../domain/states";
import type { CheckoutDeps, Claim, CreateBy } from "./context";
import { declinedAnswer } from "./declined";
import { duplicateOrder, messageFor } from "./duplicate-order";
import { fingerprintOf } from "./fingerprint";
import { asOfNow, expire, isOver } from "./load";
import { asCreated, toResource } from "./resource";
import { type Answer, created } from "./response";

const OPERATION = "create";

/** Null without an Idempotency-Key. */
export function claimOf(by: CreateBy, command: CreateCommand): Claim | null {
  const key = readKey(by.idempotencyKey);
  return key === null ? null : { providerId: by.provider.id, key, fingerprint: fingerprintOf(command.body) };
}

/** Quoted and bare are the same key. @throws CheckoutError `invalid_idempotency_key` */
export function readKey(header: string | null): string | null {
  if (header === null) return null;
  const key = /^"(.*)"$/.exec(header)?.[1] ?? header;
  if (!/^[\x20-\x7e]{1,255}$/.test(key) || key.trim() === "")
    throw new CheckoutError(
      "invalid_idempotency_key",
      "Send one Idempotency-Key of 1 to 255 printable ASCII characters.",
    );
  if (containsCardNumber(key, "issued"))
    throw new CheckoutError(
      "invalid_idempotency_key",
      "The Idempotency-Key looks like a card number. Send another key, such as a UUID.",
    );
  return key;
}

const isSameBody = (row: IdempotencyRow, { fingerprint }: Claim) => sameBytes(row.fingerprint, fingerprint);

/** Names the row. What is encrypted for it cannot be decrypted for another. */
export function boundTo(claim: Pick<Claim, "providerId" | "key">, checkoutId: Id<"chk">): string {
  return `${claim.providerId} ${OPERATION} ${claim.key} ${checkoutId}`;
}

/** The whole response or, while the charge has no outcome, only the token. */
export function claimRow(
  deps: Pick<CheckoutDeps, "vault">,
  { providerId, key, fingerprint }: Claim,
  checkoutId: Id<"chk">,
  content: { answer: Answer } | { token: string },
  now: Date,
): IdempotencyRow {
  const text = "answer" in content ? JSON.stringify(content.answer) : content.token;
  const sealed = deps.vault.seal("idempotency", boundTo({ providerId, key }, checkoutId), Buffer.from(text));
  return {
    providerId,
    key,
    fingerprint,
    operation: OPERATION,
    checkoutId,
    keyVersion: sealed.keyVersion,
    sealedToken: "token" in content ? sealed.bytes : null,
    sealedAnswer: "answer" in content ? sealed.bytes : null,
    createdAt: now,
    expiresAt: later(now, IDEMPOTENCY_KEPT_DAYS * DAY_MS),
  };
}

/** For a row that was claimed before the outcome was known. */
export function sealAnswer(
  deps: Pick<CheckoutDeps, "vault">,
  row: Pick<IdempotencyRow, "providerId" | "key" | "checkoutId">,
  answer: Answer,
) {
  const sealed = deps.vault.seal(
    "idempotency",
    boundTo(row, row.checkoutId),
    Buffer.from(JSON.stringify(answer)),
  );
  return { keyVersion: sealed.keyVersion, sealedAnswer: sealed.bytes };
}

type OpenDeps = Pick<CheckoutDeps, "vault" | "db" | "log" | "now">;

/** Null if it cannot be decrypted. An operator is told. */
function open(deps: OpenDeps, row: IdempotencyRow, what: SealedKind, bytes: Uint8Array) {
  const { providerId, checkoutId, keyVersion } = row;
  return openOrTell(deps, { what, providerId, of: checkoutId }, deps.now(), () =>
    Buffer.from(deps.vault.open("idempotency", boundTo(row, checkoutId), { keyVersion, bytes })).toString(),
  );
}

/** The token that was promised for the response. Null if there is none, or if it cannot be decrypted. */
export async function claimedToken(deps: OpenDeps, row: IdempotencyRow): Promise<string | null> {
  return row.sealedToken && open(deps, row, "promised tokens", row.sealedToken);
}

/** The stored response for the same key and the same body, if it exists and can be decrypted. */
export async function keptAnswer(deps: CheckoutDeps, claim: Claim): Promise<Answer | null> {
  const row = await findIdempotencyKey(deps.db, claim.providerId, OPERATION, claim.key);
  return row && isSameBody(row, claim) ? answerIn(deps, row) : null;
}

async function answerIn(deps: OpenDeps, row: IdempotencyRow): Promise<Answer | null> {
  const text = row.sealedAnswer && (await open(deps, row, "stored answers", row.sealedAnswer));
  return text ? JSON.parse(text) : null;
}

type KeyState =
  | { answer: Answer }
  /** The key is free, although its row may still exist: its checkout has ended, or was never written. */
  | { answer: null; endedHolder: Id<"chk"> | null };

/**
 * Writes nothing: if the request is refused later, the earlier response stays. Contract section 4
 * @throws CheckoutError `idempotency_key_reused`, `idempotency_in_progress`, and `duplicate_order` if the stored response
 *   cannot be decrypted
 */
export async function lookUpKey(
  deps: CheckoutDeps,
  claim: Claim,
  command: CreateCommand,
  isSecondLook = false,
): Promise<KeyState> {
  const row = await findIdempotencyKey(deps.db, claim.providerId, OPERATION, claim.key);
  if (!row) return { answer: null, endedHolder: null };
  const free: KeyState = { answer: null, endedHolder: row.checkoutId };
  if (!row.hasCheckout || row.expiresAt <= deps.now()) return free;
  const sameBody = isSameBody(row, claim);
  const kept = sameBody ? await answerIn(deps, row) : null;
  if (kept) return replayed(kept);

  const stored = await findCheckout(deps.db, claim.providerId, row.checkoutId);
  // A reset came between the two reads.
  if (!stored) return free;
  const record = asOfNow(deps, stored);
  if (sameBody && row.sealedAnswer) {
    if (record.attempt?.status === "declined" && record.checkout.cardPageKeyVersion === null)
      return replayed(declinedAnswer(deps, record, []));
    throw duplicateOrder(deps, record, command);
  }
  const inFlight = awaitsCharge(record.checkout.checkoutStatus);
  /** With the promised token, which may not decrypt. */
  const asCreatedThen = async (status: 201 | 202) => {
    const token = await claimedToken(deps, row);
    if (token === null) throw duplicateOrder(deps, record, command);
    return created(asCreated(toResource(deps, record), token, []), status);
  };
  if (sameBody && inFlight && record.attempt?.status === "unknown")
    return { answer: await asCreatedThen(202) };
  if (inFlight)
    throw new CheckoutError(
      "idempotency_in_progress",
      "The first request with this Idempotency-Key is not finished yet.",
      {
        extra: {
          user_message: messageFor(record, command, PROBLEMS.idempotency_in_progress.userMessage),
          checkout_id: record.checkout.id,
        },
        retryAfterSeconds: 2,
      },
    );
  // The charge ended between the two reads. Look again: the key has its response now, or is gone.
  if (sameBody && !isSecondLook) return lookUpKey(deps, claim, command, true);
  if (isReleased(record.checkout.checkoutStatus)) return free;
  // The outcome was recorded without a response, because the promised token could not be decrypted then.
  if (sameBody) return replayed(await asCreatedThen(201));
  throw new CheckoutError(
    "idempotency_key_reused",
    "This Idempotency-Key was used with another body. Use a new key for a new request, or send the first body again.",
    { extra: { checkout_id: record.checkout.id } },
  );
}

const replayed = (answer: Answer): KeyState => ({ answer: { ...answer, replayed: true } });

/**
 * Records the expiry of a checkout whose time is over, which frees its order.
 * @throws CheckoutError `duplicate_order` for a live or completed checkout
 */
export async function releaseOrder(deps: CheckoutDeps, by: CreateBy, command: CreateCommand): Promise<void> {
  const stored = await findLiveByOrder(deps.db, by.provider.id, command.providerOrderId);
  if (!stored) return;
  if (isOver(stored)) {
    await expire(deps, stored);
    return;
  }
  throw duplicateOrder(deps, stored, command);
}
