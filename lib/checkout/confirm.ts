import { sortedJson } from "../../packages/text/json";
import { keysOf, present } from "../../packages/text/narrow";
import { AGREEMENT_VERSION, agreementModel, declarationsMade } from "../agreement/model";
import type { ConfirmCommand } from "../contract/confirm";
import type { CheckoutResource } from "../contract/resource";
import { crashPoint } from "../crash-point";
import { sameBytes, sha256 } from "../crypto/api-key";
import type { CheckoutRecord, StoredRecord } from "../db/checkout-records";
import { applyChange } from "../db/writes";
import { CheckoutError, type FieldError, validationFailed } from "../domain/errors";
import { newId } from "../domain/ids";
import { canMove, isResultOf } from "../domain/states";
import { collectedFrom } from "../plans/sign";
import { transition, untilWritten } from "./change";
import type { By, CheckoutDeps } from "./context";
import { loadToChange, refuseEnded } from "./load";
import { withDocument } from "./make-agreement";
import { refuseChargedOrder } from "./order-charges";
import { toResource } from "./resource";

/**
 * Specification, "POST /v1/provider-checkouts/{checkoutId}/confirm"; contract section 5. Signs first: one transaction writes
 * stage, declarations, the agreement's content and the event, if the checkout has not changed since it was read. Then it
 * waits a little for the document, and responds either way.
 * @param checkoutId of the path; the legacy route has it in the body only
 */
export function confirm(
  deps: CheckoutDeps,
  by: By,
  checkoutId: string,
  command: ConfirmCommand,
): Promise<CheckoutResource> {
  const check = (record: CheckoutRecord) => checkItIsTheirs(record, checkoutId, command);
  return signOnce(deps, by, checkoutId, command.depositConfirmed, check);
}

/** For a student on our own page: the link takes the place of token and ids. */
export function confirmByStudent(deps: CheckoutDeps, by: By, checkoutId: string): Promise<CheckoutResource> {
  // The portal's plans have no deposit.
  return signOnce(deps, by, checkoutId, true, () => {});
}

async function signOnce(
  deps: CheckoutDeps,
  by: By,
  checkoutId: string,
  depositConfirmed: boolean,
  check: (record: CheckoutRecord) => void,
): Promise<CheckoutResource> {
  const signed = await untilWritten(async () => {
    const record = await loadToChange(deps, by.provider.id, checkoutId);
    crashPoint("confirm.read");
    check(record);
    if (isResultOf("confirm", record.checkout.checkoutStatus))
      return { record: sameAsBefore(record, depositConfirmed), hasJustSigned: false };
    refuseEnded(record);
    if (!canMove(record.checkout.checkoutStatus, "confirm"))
      throw new CheckoutError("dda_not_authorised", "The student has not authorised the direct debit yet.", {
        extra: { checkout_id: record.checkout.id },
      });
    return sign(deps, by, record, depositConfirmed);
  });
  return toResource(deps, await withDocument(deps, signed.record, signed.hasJustSigned));
}

/** Null if somebody else changed the checkout first. */
async function sign(deps: CheckoutDeps, by: By, record: StoredRecord, depositConfirmed: boolean) {
  await refuseChargedOrder(deps, record);
  const signedAt = record.readAt;
  const id = newId("agr");
  const content = sortedJson(agreementModel(deps, record, { id, signedAt, by, depositConfirmed }));
  const { providerId, id: checkoutId } = record.checkout;
  const { after, change } = transition(deps, record, "confirm", by, signedAt, {
    checkout: { depositConfirmed },
    plan: collectedFrom(record, signedAt),
    agreement: {
      providerId,
      id,
      checkoutId,
      version: AGREEMENT_VERSION,
      content,
      contentSha256: sha256(content).toString("hex"),
      sha256: null,
      declarations: declarationsMade(),
      signedAt,
    },
  });
  if (!(await applyChange(deps.db, record, change))) return null;
  crashPoint("confirm.recorded");
  return { record: after, hasJustSigned: true };
}

/** In the order of contract section 1: ids agree, token, payment type, then the fields that must match. */
function checkItIsTheirs(record: CheckoutRecord, checkoutId: string, command: ConfirmCommand): void {
  const { checkout } = record;
  if (command.checkoutId !== checkoutId) throw validationFailed([mismatch("checkoutId", checkoutId)]);
  if (!sameBytes(sha256(command.checkoutToken), checkout.tokenSha256))
    throw new CheckoutError(
      "checkout_token_invalid",
      "checkout_token is not the latest token of this checkout.",
    );
  if (checkout.paymentType === "upfront_payment")
    throw new CheckoutError("confirm_not_applicable", "This is a Pay Now checkout. It needs no confirm.");
  const dda = present(record.dda, "direct debit");
  // Another account may have been given since, and the same confirm again still names the first.
  const isReplaced = record.agreement !== null && dda.createdAt > record.agreement.signedAt;
  const known = {
    providerOrderId: checkout.providerOrderId,
    opportunityId: present(record.opportunity, "Opportunity").id,
    ddaId: isReplaced ? command.ddaId : dda.id,
    firstPaymentDate: checkout.firstPaymentDate,
  };
  const errors = keysOf(known)
    .filter((name) => command[name] !== known[name])
    .map((name) => mismatch(name, known[name]));
  // After the confirmation it is `already_confirmed`.
  if (
    !command.depositConfirmed &&
    checkout.depositCents > 0 &&
    !isResultOf("confirm", checkout.checkoutStatus)
  )
    errors.push({
      path: ["payment", "deposit_confirmed"],
      code: "deposit_not_confirmed",
      message: "deposit_confirmed must be true, because this plan has a deposit. Collect it first.",
      expected: "true",
    });
  if (errors.length > 0) throw validationFailed(errors);
}

const MUST_MATCH = {
  checkoutId: [["checkout", "checkout_id"], "the checkout id in the path"],
  providerOrderId: [["provider", "provider_order_id"], "the provider_order_id that you sent to create"],
  opportunityId: [["checkout", "opportunity_id"], "the opportunity_id that create returned"],
  ddaId: [["checkout", "dda_id"], "the dda_id that create returned"],
  firstPaymentDate: [["payment", "first_payment_date"], "the first_payment_date that you sent to create"],
} as const;

function mismatch(name: keyof typeof MUST_MATCH, expected: string): FieldError {
  const [path, what] = MUST_MATCH[name];
  return { path, code: "does_not_match", message: `${path.at(-1)} must be ${what}.`, expected };
}

/** The same confirm again gets the same agreement. */
function sameAsBefore(record: CheckoutRecord, depositConfirmed: boolean): CheckoutRecord {
  if (record.checkout.depositConfirmed !== depositConfirmed)
    throw new CheckoutError(
      "already_confirmed",
      "The plan was already confirmed with another value of deposit_confirmed.",
      {
        extra: { checkout_id: record.checkout.id },
      },
    );
  return record;
}
