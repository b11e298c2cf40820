import { earlier, inTime, MINUTE_MS } from "../../packages/dates/time";
import { hasOpenOrphan, resolvedByOperator } from "../db/alerts";
import { asService } from "../db/as-tenant";
import { findAttempts } from "../db/charge-attempts";
import { callOfKey } from "../db/charge-key";
import type { CheckoutRecord } from "../db/checkout-records";
import { databaseNow } from "../db/clock";
import { nextKeys } from "../db/gateway-calls";
import { reachedBy } from "../db/jobs";
import { CheckoutError } from "../domain/errors";
import { type Id, isId } from "../domain/ids";
import type { CardGateway, OrderCharge } from "../gateway/port";
import { alertOrphan } from "./charge-alerts";
import type { CheckoutDeps } from "./context";
import { withAccounts } from "./gateways";
import type { Outcome } from "./settle";

type FoundCharge = OrderCharge & { gateway: CardGateway["id"] };

/** What the gateways know about an order. */
type OrderAnswer =
  /** No gateway has a charge. */
  | { status: "uncharged" }
  /** A charge that our records lack, which the checkout takes over. */
  | { status: "charged"; charge: FoundCharge; key: Id<"cat">; callNumber: number }
  /** More than one charge, another amount, or a charge that cannot belong to the checkout: a person must look. */
  | { status: "unclear" }
  /** Only charges that belong to another checkout, were refunded, or were checked by an operator. */
  | { status: "accounted_for" }
  /** A gateway did not respond, or cannot tell. */
  | { status: "not_known" };

/**
 * The outcome to record. If this attempt charged nothing, or its money was refunded, the gateways are asked for the order
 * first: an attempt that the records lost may have charged it.
 */
export async function withOrderAsked(
  deps: CheckoutDeps,
  record: CheckoutRecord,
  outcome: Outcome,
): Promise<Outcome> {
  const { status } = outcome;
  if (status === "succeeded" && outcome.isRefunded) return withoutPayment(deps, record);
  if (status !== "declined" && status !== "refused" && status !== "closed") return outcome;
  return outcomeBy(await askForOrder(deps, record), outcome);
}

/**
 * For an attempt that did charge, and whose money was refunded or dealt with by an operator. The outcome does not say that
 * the order is uncharged, because the student may have seen that charge.
 */
export async function withoutPayment(deps: CheckoutDeps, record: CheckoutRecord): Promise<Outcome> {
  const known = await askForOrder(deps, record);
  return known.status === "uncharged" ? { status: "closed" } : outcomeBy(known, { status: "closed" });
}

export function outcomeBy(known: OrderAnswer, otherwise: Outcome): Outcome {
  switch (known.status) {
    case "charged":
      return {
        ...known.charge,
        takenUp: {
          id: known.key,
          callNumber: known.callNumber,
          gateway: known.charge.gateway,
          gatewayReference: known.charge.reference ?? null,
        },
      };
    case "unclear":
      return { status: "unknown" };
    case "uncharged":
      return { ...otherwise, isOrderUncharged: true };
    case "accounted_for":
    case "not_known":
      return otherwise;
    default:
      return known satisfies never;
  }
}

/** A plan needs no gateway, so it does not wait long for one. */
const PLAN_WAITS_MS = 3_000;

/**
 * A plan beside a card payment of the same order makes the student pay twice, and a signature cannot be undone. The database
 * may have lost that payment with its last commits, so the gateways are asked first. If they do not tell, an open alert of
 * reconciliation counts.
 * @throws CheckoutError `service_unavailable` if the order has a charge that nobody has accounted for
 */
export async function refuseChargedOrder(all: CheckoutDeps, record: CheckoutRecord): Promise<void> {
  const deps = await withAccounts(all, record.checkout.providerId);
  const { status } = await inTime<OrderAnswer>(askForOrder(deps, record), PLAN_WAITS_MS, () => ({
    status: "not_known",
  }));
  const isAlerted = status === "not_known" && (await hasOpenOrphan(deps.db, record.checkout));
  if (isAlerted || status === "unclear" || status === "charged") throw chargedOrder();
}

export const chargedOrder = () =>
  new CheckoutError(
    "service_unavailable",
    "The card gateway has a payment for this order that this service does not know. The operator was told.",
    {
      extra: {
        user_message: "This enrolment is being looked into. Try again later, or contact your provider.",
      },
      retryAfterSeconds: 60,
    },
  );

/**
 * Reconciliation has raised an alert about what is older. As old as what Stripe's search may lack, which shows what an
 * operator has dealt with.
 */
const UNCOMPARED_MS = 90 * MINUTE_MS;

/** Asks each configured gateway, because an earlier one may have charged the order. */
export async function askForOrder(deps: CheckoutDeps, record: CheckoutRecord): Promise<OrderAnswer> {
  const { providerId, providerOrderId, id: checkoutId } = record.checkout;
  const gateways = [deps.gateway, ...deps.earlierGateways.values()];
  const answers = await Promise.allSettled(
    gateways.map((gateway) =>
      gateway.chargesOfOrder({
        ...{ providerId, providerOrderId },
        nextKeys: () => nextKeys(deps.db, record.checkout),
        unseenSince: async () => {
          const compared = await reachedBy(asService(deps.db), `reconcile ${gateway.id}`);
          return compared && earlier(compared, UNCOMPARED_MS);
        },
      }),
    ),
  );
  const found: FoundCharge[] = [];
  let haveAllTold = true;
  for (const [at, { id }] of gateways.entries()) {
    const answer = answers[at];
    if (answer?.status === "rejected")
      deps.log.warn({ error: answer.reason, checkoutId }, "A gateway could not be asked for an order");
    const told = answer?.status === "fulfilled" ? answer.value : null;
    // A database loses its last commits, and reconciliation raises an alert about an older charge.
    if (told === "none_lately") haveAllTold &&= !(await hasOpenOrphan(deps.db, record.checkout));
    else if (told) found.push(...told.map((charge) => ({ ...charge, gateway: id })));
    else haveAllTold = false;
  }
  const unexplained = await unaccountedFor(deps, record, found);
  // Other payments of the plan say nothing about this one.
  const isUncharged = found.length === 0 || record.plan !== null;
  if (unexplained.length === 0)
    return { status: !haveAllTold ? "not_known" : isUncharged ? "uncharged" : "accounted_for" };
  return (await takenUp(deps, record, unexplained)) ?? (await unclear(deps, record, unexplained));
}

/** Whether an operator has dealt with the money of this attempt's key. Then it pays for nothing any more. */
export async function isDealtWith({ db }: CheckoutDeps, { attempt }: CheckoutRecord): Promise<boolean> {
  if (!attempt) return false;
  return (await resolvedByOperator(db, [attempt.id], ["orphan_charge"])).has(attempt.id);
}

/** Leaves out charges that belong to another checkout or another payment of the plan, were refunded, or were checked by an operator. */
async function unaccountedFor(
  deps: CheckoutDeps,
  { checkout, attempt: own }: CheckoutRecord,
  found: FoundCharge[],
) {
  if (found.length === 0) return found;
  const keys = found.map(({ key }) => key);
  // Resolving `outcome_unknown` does not tell whether money was taken.
  const resolved = await resolvedByOperator(deps.db, keys, ["orphan_charge"]);
  const recorded = await findAttempts(
    deps.db,
    keys.filter((key): key is Id<"cat"> => isId("cat", key)),
  );
  const isElsewhere = (key: string) => {
    const attempt = recorded.get(key);
    const isOfPlan = attempt?.instalments !== null && attempt?.id !== own?.id;
    return attempt?.status === "succeeded" && (attempt.checkoutId !== checkout.id || isOfPlan);
  };
  const isGivenBack = (charge: FoundCharge) => charge.status === "succeeded" && charge.isRefunded;
  return found.filter((one) => !isGivenBack(one) && !resolved.has(one.key) && !isElsewhere(one.key));
}

/** Null if it cannot be this checkout's charge. */
async function takenUp(
  deps: CheckoutDeps,
  { checkout, attempt }: CheckoutRecord,
  [charge, ...others]: FoundCharge[],
): Promise<OrderAnswer | null> {
  if (!charge || others.length > 0 || charge.amountCents !== attempt?.amountCents) return null;
  const { key } = charge;
  if (!isId("cat", key)) return null;
  const recorded = (await findAttempts(deps.db, [key])).get(key);
  // Another checkout's, or that of a card which was tried here before.
  if (recorded && recorded.id !== attempt.id) return null;
  const callNumber = await callOfKey(deps.db, checkout, key);
  if (callNumber === null) return null;
  deps.log.warn(
    { checkoutId: checkout.id, reference: key },
    "A charge that the records had lost is taken up",
  );
  return { status: "charged", charge, key, callNumber };
}

async function unclear(deps: CheckoutDeps, { checkout }: CheckoutRecord, charges: FoundCharge[]) {
  const now = await databaseNow(deps.db);
  for (const charge of charges) await alertOrphan(deps, checkout, charge, now);
  return { status: "unclear" } as const;
}
