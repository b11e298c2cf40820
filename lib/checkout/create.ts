import { later, SECOND_MS } from "../../packages/dates/time";
import { clockTime } from "../../packages/dates/zone";
import type { CreateCommand } from "../contract/create";
import { crashPoint } from "../crash-point";
import { newCheckoutToken } from "../crypto/checkout-token";
import { CALLS_AN_HOUR, secondsUntilNextCall } from "../db/gateway-calls";
import { insertCheckout, type Refusal } from "../db/insert-checkout";
import { CheckoutError, validationFailed } from "../domain/errors";
import type { Id } from "../domain/ids";
import { callOf } from "./call-in-time";
import { newEvent, untilWritten } from "./change";
import { charge } from "./charge";
import { alertRefused } from "./charge-alerts";
import type { CheckoutDeps, Claim, ClaimedCharge, CreateBy } from "./context";
import { withAccounts } from "./gateways";
import { claimOf, claimRow, lookUpKey, releaseOrder } from "./idempotency";
import { newAttempt, newRecord } from "./new-record";
import { chargedOrder } from "./order-charges";
import { asCreated, toResource } from "./resource";
import { type Answer, created } from "./response";
import { rulesAtThisTime } from "./time-rules";

/**
 * Specification, "POST /v1/provider-checkouts"; contract section 4. One statement writes it. Pay Now with a card's token then
 * calls the card gateway.
 * @throws CheckoutError for every refusal except a decline, whose response is stored and returned
 */
export async function create(all: CheckoutDeps, by: CreateBy, command: CreateCommand): Promise<Answer> {
  const deps = command.paymentType === "upfront_payment" ? await withAccounts(all, by.provider.id) : all;
  const claim = claimOf(by, command);
  const errors = await rulesAtThisTime(deps, by.provider, command);
  if (errors.length > 0) {
    const earlier = claim && (await lookUpKey(deps, claim, command));
    if (earlier?.answer) return earlier.answer;
    throw validationFailed(errors);
  }
  crashPoint("create.before_claim");
  const cardToken = command.paymentType === "upfront_payment" ? command.cardToken : null;
  const start = (endedHolder: Id<"chk"> | null): Promise<Answer | ClaimedCharge | NotStarted> =>
    cardToken === null
      ? startAwaiting(deps, by, command, claim, endedHolder)
      : startPayNow(deps, by, command, cardToken, claim, endedHolder);
  const started = await claimOrAnswer(deps, by, command, claim, start);
  if ("status" in started) return started;
  crashPoint("create.claimed");
  return charge(deps, by, started);
}

type NotStarted = Refusal | "gateway_refuses_us";

/**
 * If `start` is refused, return an earlier response to the same request, or else the reason. If a checkout is in the way
 * whose time is over, expire it and run `start` again. Of two simultaneous requests, the database's unique indexes let one
 * start.
 */
function claimOrAnswer<T extends object>(
  deps: CheckoutDeps,
  by: CreateBy,
  command: CreateCommand,
  claim: Claim | null,
  start: (endedHolder: Id<"chk"> | null) => Promise<T | NotStarted>,
): Promise<T | Answer> {
  let endedHolder: Id<"chk"> | null = null;
  const attempt = async () => {
    const started = await start(endedHolder);
    if (typeof started !== "string") return started;
    const earlier = claim && (await lookUpKey(deps, claim, command));
    if (earlier?.answer) return earlier.answer;
    endedHolder = earlier?.endedHolder ?? null;
    try {
      await releaseOrder(deps, by, command);
    } catch (error) {
      // The same request, sent twice at once, may have taken key and order after the key was looked up.
      const since = claim && (await lookUpKey(deps, claim, command));
      if (since?.answer) return since.answer;
      throw error;
    }
    if (started === "order_has_charge") throw chargedOrder();
    if (started === "gateway_refuses_us") {
      await alertRefused(deps);
      throw gatewayRefusesUs();
    }
    if (started === "calls_used_up") await refuseUsedUp(deps, by, command.providerOrderId);
    return null;
  };
  const keptLosing = () =>
    new CheckoutError("idempotency_in_progress", "Another request for this order is in progress.", {
      retryAfterSeconds: 1,
    });
  return untilWritten(attempt, keptLosing);
}

/** Nothing was written or sent: key and order are free. Contract section 4, "Exactly one charge" */
const gatewayRefusesUs = () =>
  new CheckoutError(
    "service_unavailable",
    "The card gateway takes no charges from this service at the moment. No charge was sent.",
    {
      extra: {
        user_message:
          "Payments are not available at the moment, and yours was not made. Try again in a few minutes.",
      },
      retryAfterSeconds: 60,
    },
  );

/**
 * Counts again, because a call that was in progress may have been closed since, and a closed one does not count.
 */
async function refuseUsedUp(deps: CheckoutDeps, by: CreateBy, providerOrderId: string): Promise<void> {
  const retryAfterSeconds = await secondsUntilNextCall(deps.db, by.provider.id, providerOrderId, deps.now());
  if (retryAfterSeconds === null) return;
  const again = clockTime(later(deps.now(), retryAfterSeconds * SECOND_MS), by.provider.timeZone);
  const user_message = `Too many attempts. Try again after ${again}, or contact your provider.`;
  throw new CheckoutError(
    "rate_limited",
    `This order has used its ${CALLS_AN_HOUR} charge attempts for this hour.`,
    { extra: { user_message }, retryAfterSeconds },
  );
}

/** A plan, or a payment on the hosted card page. */
async function startAwaiting(
  deps: CheckoutDeps,
  by: CreateBy,
  command: CreateCommand,
  claim: Claim | null,
  endedHolder: Id<"chk"> | null,
): Promise<Answer | Refusal> {
  const now = deps.now();
  const { token, tokenSha256 } = newCheckoutToken();
  const record = newRecord(deps, by, command, tokenSha256, now);
  const resource = toResource(deps, record);
  const answer = created(asCreated(resource, token, by.warnings), 201);
  const event = newEvent("checkout.created", resource, by, now);
  const row = claim && claimRow(deps, claim, record.checkout.id, { answer }, now);
  const written = await insertCheckout(deps.db, record, event, row && { row, endedHolder });
  if (typeof written === "string") return written;
  crashPoint("create.plan_recorded");
  return answer;
}

/** Step 1 of "Exactly one charge": records the attempt before the gateway is called. Contract section 4. */
async function startPayNow(
  deps: CheckoutDeps,
  by: CreateBy,
  command: CreateCommand,
  cardToken: string,
  claim: Claim | null,
  endedHolder: Id<"chk"> | null,
): Promise<ClaimedCharge | NotStarted> {
  if (!(await deps.gateway.takesCharges())) return "gateway_refuses_us";
  const now = deps.now();
  const { token, tokenSha256 } = newCheckoutToken();
  const plain = newRecord(deps, by, command, tokenSha256, now);
  const record = { ...plain, attempt: newAttempt(plain.checkout, deps.gateway.id, by, now) };
  const event = newEvent("checkout.created", toResource(deps, record), by, now);
  const row = claim && claimRow(deps, claim, record.checkout.id, { token }, now);
  const { recoverAfterMs, sendsInTime } = callOf(deps);
  const written = await insertCheckout(deps.db, record, event, row && { row, endedHolder }, recoverAfterMs);
  if (typeof written === "string") return written;
  const { chargeKey, orderHasCharge, isGatewayRefusing } = written;
  if (!chargeKey) throw new Error("A charge was claimed without a key");
  const keyed = { ...record, attempt: { ...record.attempt, id: chargeKey } };
  const maySend = () => sendsInTime(keyed.attempt, isGatewayRefusing);
  return { record: keyed, token, cardToken, claim, maySend, orderHasCharge };
}
