import { later } from "../../packages/dates/time";
import { present } from "../../packages/text/narrow";
import type { Warning } from "../contract/validate";
import type { CheckoutRecord } from "../db/checkout-records";
import { findKeyOfCheckout, type IdempotencyRow } from "../db/idempotency";
import { applyChange } from "../db/writes";
import { type Id, newId } from "../domain/ids";
import { awaitsCharge, type TransitionName } from "../domain/states";
import type { ChargeOutcome } from "../gateway/port";
import { bankPageOf, NO_BANK_PAGE, sealedBankPage } from "./bank-page";
import { type Transition, transition, untilWritten } from "./change";
import { alertOrphan } from "./charge-alerts";
import type { CheckoutDeps, ClaimedCharge, Source } from "./context";
import { declinedAnswer } from "./declined";
import { claimedToken, keptAnswer, sealAnswer } from "./idempotency";
import { load, SYSTEM } from "./load";
import { asCreated, toResource } from "./resource";
import { type Answer, created } from "./response";

export type Outcome = (ChargeOutcome | { status: "unknown" }) & {
  /** The processor's own name for the charge. */
  reference?: string;
  /** The order's charge under another key, which the records had lost. It becomes this attempt's. */
  takenUp?: { id: Id<"cat">; callNumber: number; gateway: string; gatewayReference: string | null };
  /** The gateways know no charge of the order. */
  isOrderUncharged?: boolean;
};
type Status = Outcome["status"] | NonNullable<CheckoutRecord["attempt"]>["status"];

interface Caller {
  by?: Source;
  claimed?: ClaimedCharge | null;
  warnings?: readonly Warning[];
}

const UNKNOWN_RECHECK_MS = 5_000;

/**
 * Step 3 of "Exactly one charge" (contract section 4): one transaction records the outcome, what follows from it, and the
 * response. The request that charged and recovery may both come here. The second gets what the first recorded. If the second
 * brings a success after the first recorded a failure, an operator is told, because that money pays for nothing.
 * @param caller whose request charged, and waits if it is create's; else the response is kept for the caller's retry
 * @returns the attempt as recorded, and the response. The response is null if none is kept (a refused token or a closed
 *   key), or if the promised token cannot be decrypted. The outcome is recorded all the same.
 */
export async function settle(
  deps: CheckoutDeps,
  read: CheckoutRecord,
  outcome: Outcome,
  { by = SYSTEM, claimed = null, warnings = [] }: Caller = {},
): Promise<{ answer: Answer | null; attempt: NonNullable<CheckoutRecord["attempt"]> }> {
  const { providerId, id: checkoutId } = read.checkout;
  // The hosted card page was create's response, and what comes of it changes nothing in that.
  const isAnswered = claimed !== null || read.checkout.cardPageKeyVersion !== null;
  const keyRow = isAnswered ? null : await findKeyOfCheckout(deps.db, providerId, checkoutId);
  const token = claimed?.token ?? (keyRow && (await claimedToken(deps, keyRow)));
  const answerAs = (record: CheckoutRecord, status: Status) =>
    answerFor(deps, record, status, token, warnings);

  let record = read;
  return untilWritten(async () => {
    const attempt = present(record.attempt, "charge attempt");
    const isReplaced =
      attempt.createdAt.getTime() !== present(read.attempt, "charge attempt").createdAt.getTime();
    if (isReplaced || !awaitsCharge(record.checkout.checkoutStatus)) {
      const mine = isReplaced ? present(read.attempt, "charge attempt") : attempt;
      if (isReplaced || attempt.status !== "succeeded") await alertTaken(deps, record, mine, outcome);
      // The response stored with the outcome. It is made again if the key now belongs to a new request.
      const kept = claimed?.claim && (await keptAnswer(deps, claimed.claim));
      return { answer: kept ?? answerAs(record, attempt.status), attempt };
    }
    if (isRecorded(deps, record, outcome)) return { answer: answerAs(record, "unknown"), attempt };
    const { after, change } = transitionFor(deps, record, outcome, by);
    const answer = answerAs(after, outcome.status);
    change.idempotency = keepAnswer(deps, claimed, keyRow, outcome, answer);
    if (await applyChange(deps.db, record, change))
      return { answer, attempt: present(after.attempt, "charge attempt") };
    record = await load(deps, providerId, checkoutId);
    return null;
  });
}

/** Money that came after all pays for nothing, so an operator is told. */
export async function alertTaken(
  deps: CheckoutDeps,
  { checkout }: CheckoutRecord,
  attempt: NonNullable<CheckoutRecord["attempt"]>,
  outcome: Outcome,
): Promise<void> {
  if (outcome.status !== "succeeded") return;
  const { id: key, gateway, gatewayReference } = outcome.takenUp ?? attempt;
  const { amountCents } = attempt;
  const charge = { key, amountCents, gateway, reference: gatewayReference ?? undefined };
  await alertOrphan(deps, checkout, charge, deps.now());
}

function transitionFor(deps: CheckoutDeps, record: CheckoutRecord, outcome: Outcome, by: Source): Transition {
  const at = deps.now();
  const newOpportunity = record.opportunity ? undefined : newId("opp");
  const attempt = attemptAfter(deps, present(record.attempt, "charge attempt"), outcome, at);
  const moved = (name: TransitionName, opportunity?: typeof newOpportunity) =>
    transition(deps, record, name, by, at, { attempt, newOpportunity: opportunity });
  switch (outcome.status) {
    case "succeeded":
      return moved("charge_succeeded", newOpportunity);
    case "unknown":
    case "action_required":
      return moved("charge_outcome_unknown", newOpportunity);
    case "declined":
    case "refused":
    case "closed":
      return moved(
        record.checkout.cardPageKeyVersion === null ? "charge_failed" : "ask_for_another_card",
        newOpportunity,
      );
    default:
      return outcome satisfies never;
  }
}

/** What an outcome changes in its attempt. */
export function attemptAfter(
  { vault }: Pick<CheckoutDeps, "vault">,
  { checkoutId, gatewayReference }: NonNullable<CheckoutRecord["attempt"]>,
  outcome: Outcome,
  at: Date,
) {
  const ended = { dueAt: null, leaseUntil: null, ...NO_BANK_PAGE };
  const failed = { ...ended, isOrderUncharged: outcome.isOrderUncharged ?? false };
  // Found by the key alone, because its request ended before it could store the name.
  const isUnnamed = gatewayReference === null && outcome.reference !== undefined;
  const named = isUnnamed ? { gatewayReference: outcome.reference } : {};
  switch (outcome.status) {
    case "succeeded": {
      const { card, receiptNumber } = outcome;
      const paid = { cardScheme: card.scheme, cardLastFour: card.lastFour, receiptNumber };
      return { ...ended, ...paid, ...named, ...outcome.takenUp, status: "succeeded" } as const;
    }
    case "unknown":
    case "action_required": {
      const dueAt = later(at, UNKNOWN_RECHECK_MS);
      const action = outcome.status === "action_required" && sealedBankPage(vault, checkoutId, outcome.url);
      return {
        status: "unknown",
        dueAt,
        leaseUntil: null,
        ...action,
        ...named,
        ...outcome.takenUp,
      } as const;
    }
    case "declined":
      return { ...failed, status: "declined", declineCode: outcome.declineCode } as const;
    case "refused":
      return { ...failed, status: "refused", declineCode: outcome.reason } as const;
    case "closed":
      return { ...failed, status: "closed" } as const;
    default:
      return outcome satisfies never;
  }
}

/** Whether this unknown outcome is recorded already. */
export function isRecorded(
  { vault }: CheckoutDeps,
  { opportunity, attempt }: CheckoutRecord,
  outcome: Outcome,
): boolean {
  if (!opportunity || attempt?.status === "started") return false;
  if (outcome.status === "action_required") return bankPageOf(vault, attempt) === outcome.url;
  return outcome.status === "unknown";
}

/** Success and decline are kept for a retry with the same key. Other refusals free the key. */
function keepAnswer(
  deps: CheckoutDeps,
  claimed: ClaimedCharge | null,
  keyRow: IdempotencyRow | null,
  outcome: Outcome,
  answer: Answer | null,
) {
  if (outcome.status === "unknown" || outcome.status === "action_required") return undefined;
  if (outcome.status === "refused" || outcome.status === "closed")
    return claimed?.claim || keyRow ? "free" : undefined;
  // Without the promised token the key stays as it is, so that nothing else uses it.
  if (!answer) return undefined;
  const row = claimed?.claim ? { ...claimed.claim, checkoutId: claimed.record.checkout.id } : keyRow;
  return row ? sealAnswer(deps, row, answer) : undefined;
}

/** Null if the response needs the token and there is none. */
function answerFor(
  deps: CheckoutDeps,
  record: CheckoutRecord,
  status: Status,
  token: string | null,
  warnings: readonly Warning[],
): Answer | null {
  if (status === "declined") return declinedAnswer(deps, record, warnings);
  if (token === null) return null;
  switch (status) {
    case "succeeded":
      return created(asCreated(toResource(deps, record), token, warnings), 201);
    case "started":
    case "unknown":
    case "action_required":
      return created(asCreated(toResource(deps, record), token, warnings), 202);
    case "refused":
    case "closed":
      return null;
    default:
      return status satisfies never;
  }
}
