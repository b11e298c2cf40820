import { present } from "../../packages/text/narrow";
import { crashPoint } from "../crash-point";
import { hasOpenOrphan } from "../db/alerts";
import { keepReference } from "../db/charge-attempts";
import type { CheckoutRecord } from "../db/checkout-records";
import { CheckoutError, validationFailed } from "../domain/errors";
import { GatewayNotReached, GatewayRefusedUs, isResultOf } from "../gateway/port";
import { alertRefused, alertUnknown } from "./charge-alerts";
import type { CheckoutDeps, ClaimedCharge, CreateBy, RecordedCall } from "./context";
import {
  askForOrder,
  chargedOrder,
  isDealtWith,
  outcomeBy,
  withOrderAsked,
  withoutPayment,
} from "./order-charges";
import { asCreated, toResource } from "./resource";
import { type Answer, created } from "./response";
import { type Outcome, settle } from "./settle";

/**
 * Steps 2 and 3 of "Exactly one charge" (contract section 4): calls the gateway, outside any transaction, and records the
 * outcome. Once the request has left, an error means "unknown", never "failed": the status is 202.
 */
export async function charge(deps: CheckoutDeps, by: CreateBy, claimed: ClaimedCharge): Promise<Answer> {
  let outcome: Outcome | null = null;
  try {
    outcome = await outcomeOf(deps, claimed);
    crashPoint("create.charged");
    const { answer, attempt } = await settle(deps, claimed.record, outcome, {
      by,
      claimed,
      warnings: by.warnings,
    });
    crashPoint("create.recorded");
    // Somebody recorded the charge as unpaid, and then it came through. Do not say that nothing was charged.
    if (outcome.status === "succeeded" && attempt.status !== "succeeded") throw chargedOrder();
    return answer ?? refuse(deps, attempt);
  } catch (error) {
    const isGone = error instanceof CheckoutError && error.code === "checkout_not_found";
    if (error instanceof CheckoutError && !isGone) throw error;
    // Nothing was sent, and the record is gone: the database lost it, or a reset deleted it.
    if (isGone && outcome?.status === "closed") throw notMade(false);
    // The charge may have been made. Recovery will find out and record it.
    deps.log.error(
      { error, checkoutId: claimed.record.checkout.id },
      "A charge's outcome could not be recorded",
    );
    return created(asCreated(toResource(deps, claimed.record), claimed.token, by.warnings), 202);
  }
}

/**
 * Asks the gateways for other charges of the order: before the call if an alert names one that the records lack, and after
 * it if this charge failed.
 */
export async function outcomeOf(deps: CheckoutDeps, claimed: RecordedCall): Promise<Outcome> {
  const { record } = claimed;
  if (claimed.orderHasCharge) {
    const known = await askForOrder(deps, record);
    // A processor that cannot tell of an order holds it up only until an operator has dealt with the alert.
    const isOver = known.status === "not_known" && !(await hasOpenOrphan(deps.db, record.checkout));
    if (!isOver && known.status !== "uncharged" && known.status !== "accounted_for")
      return outcomeBy(known, NOT_REACHED);
    // With this key the gateway would report an old charge, whose money an operator has already dealt with.
    if (await isDealtWith(deps, record)) return withoutPayment(deps, record);
  }
  if (!(await claimed.maySend())) return NOT_REACHED;
  return withOrderAsked(deps, record, await askGateway(deps, claimed));
}

/** Nothing was sent under the key, and nothing will be. */
const NOT_REACHED: Outcome = { status: "closed" };

async function askGateway(deps: CheckoutDeps, { record, cardToken }: RecordedCall): Promise<Outcome> {
  const { providerId, providerOrderId } = record.checkout;
  const attempt = present(record.attempt, "charge attempt");
  const request = {
    key: attempt.id,
    providerId,
    providerOrderId,
    amountCents: attempt.amountCents,
    token: cardToken,
    returnUrl: `${deps.baseUrl}/api/card-payment/return`,
  };
  try {
    const result = await deps.gateway.charge(request, (reference) =>
      keepReference(deps.db, attempt, reference),
    );
    if (isResultOf(attempt, result)) return result;
    await alertUnknown(deps, record, "another_charge", deps.now());
    return { status: "unknown" };
  } catch (error) {
    const checkoutId = record.checkout.id;
    if (error instanceof GatewayNotReached) {
      deps.log.error({ error, checkoutId }, "The card gateway could not be reached");
      if (error.refusedUs) await alertRefused(deps);
      return NOT_REACHED;
    }
    deps.log.warn({ error, checkoutId }, "The outcome of a charge is not known yet");
    if (error instanceof GatewayRefusedUs) await alertRefused(deps);
    return { status: "unknown" };
  }
}

/** Nothing is stored for these outcomes: the order and the key are free again. Contract section 4 */
function refuse(
  { sandboxExtras }: CheckoutDeps,
  { status, gateway, declineCode, isOrderUncharged }: NonNullable<CheckoutRecord["attempt"]>,
): never {
  if (status === "refused") {
    const isUnknown = declineCode === "token_unknown";
    const form =
      isUnknown && sandboxExtras.has(gateway) ? ", such as tok_test_visa_abcdefghijklmnopqrstuv" : "";
    throw validationFailed([
      {
        path: ["card_payment", "token"],
        code: isUnknown ? "token_unknown" : "token_already_used",
        message: isUnknown
          ? "token is not known to the card gateway."
          : "token was already used. A token is valid for one attempt.",
        expected: `a new token from the capture script${form}`,
      },
    ]);
  }
  if (status !== "closed") throw new Error(`A charge that is ${status} has an answer`);
  throw notMade(isOrderUncharged);
}

/** @param isOrderUncharged whether the gateway says so of the whole order */
function notMade(isOrderUncharged: boolean): CheckoutError {
  const user_message = `Payments are not available at the moment, and yours was not made.${isOrderUncharged ? " You have not been charged." : ""} Try again in a few minutes.`;
  return new CheckoutError(
    "service_unavailable",
    `The charge was not made, because the card gateway could not be reached or closed the charge.${isOrderUncharged ? " Nothing was charged for this order." : ""}`,
    { extra: { user_message }, retryAfterSeconds: 5 },
  );
}
