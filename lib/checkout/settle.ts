import { declineMessage } from "../contract/problems";
import type { CheckoutRecord } from "../db/checkouts";
import { findKeyOfCheckout, type IdempotencyRow } from "../db/idempotency";
import { type AttemptChange, applyChange } from "../db/writes";
import { CheckoutError } from "../domain/errors";
import { newId } from "../domain/ids";
import { awaitsCharge } from "../domain/states";
import type { ChargeResult } from "../gateway/port";
import { type Answer, CREATE_PATH, created, refused } from "./answer";
import { type Transition, transition, untilWritten } from "./change";
import type { By, CheckoutDeps, ClaimedCharge, CreateBy } from "./context";
import { claimedToken, keptAnswer, sealAnswer } from "./idempotency";
import { load, SYSTEM } from "./load";
import { asCreated, cardPayment, toResource } from "./resource";

/** What is known of a charge: the gateway's result, or that it gave none. */
export type Outcome = ChargeResult | { status: "unknown" };

const UNKNOWN_RECHECK_MS = 5_000;

/**
 * Step 3 of "Exactly one charge": records an outcome, moves the states, writes contact, Opportunity and event, and
 * stores the answer, in one transaction. The request that charged and recovery both come here, in any order; who is
 * second finds the checkout moved and answers with what is already recorded.
 *
 * @param request null in recovery, which answers nobody but still stores the answer for the caller's retry.
 * @returns the answer, null for outcomes that store none (a refused token, a closed key)
 */
export async function settle(
  deps: CheckoutDeps,
  read: CheckoutRecord,
  outcome: Outcome,
  request: CreateBy | null,
  claimed: ClaimedCharge | null,
): Promise<{ answer: Answer | null; outcome: Outcome }> {
  const { providerId, id: checkoutId } = read.checkout;
  const key = claimed ? null : await findKeyOfCheckout(deps.db, providerId, checkoutId);
  const token = claimed?.token ?? (key && claimedToken(deps, key));
  const answer = (record: CheckoutRecord, status: Outcome["status"]) =>
    answerFor(deps, record, status, token, request);

  let record = read;
  return untilWritten(async () => {
    if (!awaitsCharge(record.checkout.checkoutStatus)) {
      const settled = settledOutcome(record);
      // Whoever recorded it kept an answer for the caller; the same request may even have been made anew since.
      const kept = claimed?.claim && (await keptAnswer(deps, claimed.claim));
      return { answer: kept ?? answer(record, settled.status), outcome: settled };
    }
    if (isRecorded(record, outcome)) return { answer: answer(record, "unknown"), outcome };
    const { after, change } = transitionFor(deps, record, outcome, request ?? SYSTEM);
    const said = answer(after, outcome.status);
    change.idempotency = keepAnswer(deps, claimed, key, outcome, said);
    if (await applyChange(deps.db, record, change)) return { answer: said, outcome };
    record = await load(deps, providerId, checkoutId);
    return null;
  });
}

function transitionFor(
  deps: CheckoutDeps,
  record: CheckoutRecord,
  outcome: Outcome,
  by: Omit<By, "provider">,
): Transition {
  const at = deps.now();
  const newOpportunity = record.opportunity ? undefined : newId("opp");
  const over = { dueAt: null, leaseUntil: null, actionUrl: null };
  const done = (
    name: Parameters<typeof transition>[2],
    attempt: AttemptChange,
    makes?: typeof newOpportunity,
  ) =>
    transition(deps, record, name, by, at, {
      attempt: attempt as Partial<NonNullable<CheckoutRecord["attempt"]>>,
      newOpportunity: makes,
    });
  switch (outcome.status) {
    case "succeeded": {
      const { card, receiptNumber } = outcome;
      const paid = {
        status: "succeeded",
        cardScheme: card.scheme,
        cardLastFour: card.lastFour,
        receiptNumber,
      } as const;
      return done("charge_succeeded", { ...over, ...paid }, newOpportunity);
    }
    case "unknown":
    case "action_required": {
      const dueAt = new Date(at.getTime() + UNKNOWN_RECHECK_MS);
      const action = outcome.status === "action_required" && { actionUrl: outcome.url };
      const waits = { status: "unknown", dueAt, leaseUntil: null, ...action } as const;
      return done("charge_outcome_unknown", waits, newOpportunity);
    }
    case "declined":
      return done("charge_failed", { ...over, status: "declined", declineCode: outcome.declineCode });
    case "refused":
      return done("charge_failed", { ...over, status: "refused", declineCode: outcome.reason });
    case "closed":
      return done("charge_failed", { ...over, status: "closed" });
    default:
      return outcome satisfies never;
  }
}

/** Whether it is on record already that an outcome is waited for, with the address where the student must act. */
function isRecorded({ opportunity, attempt }: CheckoutRecord, outcome: Outcome): boolean {
  if (!opportunity) return false;
  if (outcome.status === "action_required") return attempt?.actionUrl === outcome.url;
  return outcome.status === "unknown";
}

/** A decline and a success are kept for the same key again; other refusals give the key back. */
function keepAnswer(
  deps: CheckoutDeps,
  claimed: ClaimedCharge | null,
  key: IdempotencyRow | null,
  outcome: Outcome,
  said: Answer | null,
) {
  if (outcome.status === "unknown" || outcome.status === "action_required") return undefined;
  if (!said || outcome.status === "refused" || outcome.status === "closed")
    return claimed?.claim || key ? "free" : undefined;
  const row = claimed?.claim ? { ...claimed.claim, checkoutId: claimed.record.checkout.id } : key;
  return row ? sealAnswer(deps, row, said) : undefined;
}

/** The answer of create for a recorded outcome. Without a token nobody waits for one. */
function answerFor(
  deps: CheckoutDeps,
  record: CheckoutRecord,
  status: Outcome["status"],
  token: string | null,
  request: CreateBy | null,
): Answer | null {
  if (token === null) return null;
  const warnings = request?.warnings ?? [];
  switch (status) {
    case "succeeded":
      return created(asCreated(toResource(deps, record), token, warnings), 201);
    case "unknown":
    case "action_required":
      return created(asCreated(toResource(deps, record), token, warnings), 202);
    case "declined":
      return refused(declined(record), {
        baseUrl: deps.baseUrl,
        instance: CREATE_PATH,
        requestId: record.attempt!.requestId,
        warnings,
      });
    case "refused":
    case "closed":
      return null;
    default:
      return status satisfies never;
  }
}

function declined(record: CheckoutRecord): CheckoutError {
  const declineCode = record.attempt!.declineCode!;
  return new CheckoutError("card_declined", `The card was declined: ${declineCode}.`, {
    extra: {
      user_message: declineMessage(declineCode),
      checkout_id: record.checkout.id,
      card_payment: cardPayment(record),
    },
  });
}

/** The outcome that a settled record shows. */
function settledOutcome({ attempt }: CheckoutRecord): Outcome {
  switch (attempt!.status) {
    case "succeeded":
      return {
        status: "succeeded",
        card: { scheme: attempt!.cardScheme!, lastFour: attempt!.cardLastFour! },
        receiptNumber: attempt!.receiptNumber!,
      };
    case "declined":
      return { status: "declined", declineCode: attempt!.declineCode! };
    case "refused":
      return { status: "refused", reason: attempt!.declineCode as "token_unknown" };
    case "closed":
      return { status: "closed" };
    case "started":
    case "unknown":
      return { status: "unknown" };
    default:
      return attempt!.status satisfies never;
  }
}
