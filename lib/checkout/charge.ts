import { crashPoint } from "../crash-point";
import { CheckoutError, validationFailed } from "../domain/errors";
import { GatewayNotReached } from "../gateway/port";
import { type Answer, created } from "./answer";
import type { CheckoutDeps, ClaimedCharge, CreateBy } from "./context";
import { asCreated, toResource } from "./resource";
import { type Outcome, settle } from "./settle";

/**
 * Steps 2 and 3 of "Exactly one charge" (contract section 4): the gateway is called outside any transaction, then
 * what it said is recorded. A failure after the request left is never called a failure: the answer is 202.
 */
export async function charge(deps: CheckoutDeps, by: CreateBy, claimed: ClaimedCharge): Promise<Answer> {
  const outcome = await askGateway(deps, claimed);
  crashPoint("create.charged");
  try {
    const { answer, outcome: settled } = await settle(deps, claimed.record, outcome, by, claimed);
    crashPoint("create.recorded");
    return answer ?? answerWithout(settled);
  } catch (error) {
    if (error instanceof CheckoutError) throw error;
    // The charge may have been made and could not be recorded: recovery will, and until then nobody knows.
    deps.log.error(
      { error, checkoutId: claimed.record.checkout.id },
      "A charge's outcome could not be recorded",
    );
    return created(asCreated(toResource(deps, claimed.record), claimed.token, by.warnings), 202);
  }
}

async function askGateway(deps: CheckoutDeps, { record, cardToken }: ClaimedCharge): Promise<Outcome> {
  const { providerId, providerOrderId, financedCents } = record.checkout;
  try {
    return await deps.gateway.charge({
      key: record.attempt!.id,
      providerId,
      providerOrderId,
      amountCents: financedCents,
      token: cardToken,
    });
  } catch (error) {
    const checkoutId = record.checkout.id;
    if (error instanceof GatewayNotReached) {
      deps.log.error({ error, checkoutId }, "The card gateway could not be reached");
      return { status: "closed" };
    }
    deps.log.warn({ error, checkoutId }, "The outcome of a charge is not known yet");
    return { status: "unknown" };
  }
}

/** Refusals that are not stored: the order and the key are free again. */
function answerWithout(outcome: Outcome): never {
  switch (outcome.status) {
    case "refused":
      throw validationFailed([
        {
          path: ["card_payment", "token"],
          code: outcome.reason,
          message:
            outcome.reason === "token_unknown"
              ? "token is not one that the card gateway issued."
              : "token was used before; each token is good for one attempt.",
          expected: "a fresh token from the capture script",
        },
      ]);
    case "closed":
      throw new CheckoutError(
        "service_unavailable",
        "The card gateway could not be reached; nothing was charged.",
        {
          extra: {
            user_message:
              "Payments are not available at the moment. You have not been charged. Try again in a few minutes.",
          },
          retryAfterSeconds: 5,
        },
      );
    case "succeeded":
    case "declined":
    case "unknown":
    case "action_required":
      throw new Error(`A charge that is ${outcome.status} has an answer`);
    default:
      return outcome satisfies never;
  }
}
