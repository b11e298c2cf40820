import { crashPoint } from "../crash-point";
import type { CheckoutRecord } from "../db/checkouts";
import { CheckoutError, validationFailed } from "../domain/errors";
import { GatewayNotReached } from "../gateway/port";
import { type Answer, created } from "./answer";
import type { CheckoutDeps, ClaimedCharge, CreateBy } from "./context";
import { asCreated, toResource } from "./resource";
import { type Outcome, settle } from "./settle";

/**
 * Steps 2 and 3 of "Exactly one charge" (contract section 4): calls the gateway, outside any transaction, and records the
 * outcome. Once the request has left, an error means "unknown", never "failed": the answer is 202.
 */
export async function charge(deps: CheckoutDeps, by: CreateBy, claimed: ClaimedCharge): Promise<Answer> {
  const outcome = await askGateway(deps, claimed);
  crashPoint("create.charged");
  try {
    const { answer, attempt } = await settle(deps, claimed.record, outcome, by, claimed);
    crashPoint("create.recorded");
    return answer ?? refuse(attempt);
  } catch (error) {
    if (error instanceof CheckoutError) throw error;
    // The charge may have been made: recovery will find out and record it.
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

/** Nothing is stored for these outcomes: the order and the key are free again. Contract section 4 */
function refuse({ status, declineCode }: NonNullable<CheckoutRecord["attempt"]>): never {
  if (status === "refused")
    throw validationFailed([
      {
        path: ["card_payment", "token"],
        code: declineCode as "token_unknown" | "token_already_used",
        message:
          declineCode === "token_unknown"
            ? "token is not one that the card gateway issued."
            : "token was used before; each token is good for one attempt.",
        expected: "a fresh token from the capture script",
      },
    ]);
  if (status !== "closed") throw new Error(`A charge that is ${status} has an answer`);
  const user_message =
    "Payments are not available at the moment. You have not been charged. Try again in a few minutes.";
  throw new CheckoutError(
    "service_unavailable",
    "The card gateway could not be reached; nothing was charged.",
    { extra: { user_message }, retryAfterSeconds: 5 },
  );
}
