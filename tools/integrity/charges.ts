import type { CheckoutDeps } from "../../lib/checkout/context";
import { withAllAccounts } from "../../lib/checkout/gateways";
import { resolvedByOperator } from "../../lib/db/alerts";
import { findAttempts, isOpen, type RecordedAttempt, recordedCharges } from "../../lib/db/charge-attempts";
import { databaseNow } from "../../lib/db/clock";
import { isId } from "../../lib/domain/ids";
import { type CardGateway, holdsMoney, type ListedCharge } from "../../lib/gateway/port";
import { chargesSince, RECOVERY_MS } from "../../lib/jobs/reconcile";
import { count, type Verdict, verdictOn } from "./queries/look";

const EVER = new Date(0);
const PAGE = 1_000;

/**
 * Holds all charges of each gateway against the attempts, both ways, as reconciliation does with the latest ones. A charge
 * that an operator accounted for is no violation.
 */
export async function verdictsOnCharges(all: CheckoutDeps): Promise<Verdict[]> {
  const deps = await withAllAccounts(all);
  const verdicts = {
    recorded: verdictOn("charge_is_recorded_as_paid"),
    same: verdictOn("charge_is_for_its_order_and_amount"),
    once: verdictOn("order_is_charged_once"),
    charged: verdictOn("paid_attempt_is_charged"),
  };
  const since = (await databaseNow(deps.db)).getTime() - RECOVERY_MS;
  const isSecond = secondOfOrder((charge, gateway) => confirmed(deps, gateway, [charge], true));
  for (const gateway of [deps.gateway, ...deps.earlierGateways.values()]) {
    const keys = new Set<string>();
    for await (const page of chargesSince(gateway, EVER)) {
      // Read after the listing: an attempt is recorded before it charges.
      const attempts = await findAttempts(
        deps.db,
        page.flatMap(({ key }) => (isId("cat", key) ? [key] : [])),
      );
      const faulty = (isFaulty: (charge: ListedCharge, attempt: RecordedAttempt | undefined) => boolean) =>
        confirmed(
          deps,
          gateway,
          page.filter((charge) => isFaulty(charge, attempts.get(charge.key))),
          true,
        );
      count(verdicts.recorded, page.length, await faulty((_, attempt) => !isPaid(attempt, since)));
      count(
        verdicts.same,
        page.length,
        await faulty((charge, attempt) => attempt !== undefined && !isSame(charge, attempt)),
      );
      const further: ListedCharge[] = [];
      for (const charge of page) {
        // Several cards may pay a plan, each other payments of it.
        const isOfPlan = (attempts.get(charge.key)?.instalments ?? null) !== null;
        if (!isOfPlan && (await isSecond(charge, gateway))) further.push(charge);
      }
      count(verdicts.once, page.length, await confirmed(deps, gateway, further, true));
      for (const { key } of page) keys.add(key);
    }
    for await (const page of recordedCharges(deps.db, gateway.id, EVER, PAGE)) {
      const unlisted = page.filter(({ id }) => !keys.has(id)).map(({ id }) => ({ key: id }));
      count(verdicts.charged, page.length, await confirmed(deps, gateway, unlisted, false));
    }
  }
  return Object.values(verdicts);
}

/** A charge under way is recorded soon. */
const isPaid = (attempt: RecordedAttempt | undefined, since: number): boolean =>
  attempt !== undefined &&
  (attempt.status === "succeeded" || (isOpen(attempt) && attempt.createdAt.getTime() > since));

const isSame = (charge: ListedCharge, attempt: RecordedAttempt): boolean =>
  charge.amountCents === attempt.amountCents &&
  charge.providerId === attempt.providerId &&
  charge.providerOrderId === attempt.providerOrderId;

/** Tells of each charge whether its order has another one before it that still stands. */
function secondOfOrder(standing: (charge: { key: string }, gateway: CardGateway) => Promise<string[]>) {
  const firsts = new Map<string, { key: string; gateway: CardGateway }>();
  return async ({ key, providerId, providerOrderId }: ListedCharge, gateway: CardGateway) => {
    const order = `${providerId} ${providerOrderId}`;
    const first = firsts.get(order);
    if (first && (await standing(first, first.gateway)).length > 0) return true;
    firsts.set(order, { key, gateway });
    return false;
  };
}

/** Those for which the gateway itself still says so, and that no operator has accounted for. */
async function confirmed(
  deps: CheckoutDeps,
  gateway: CardGateway,
  suspects: readonly { key: string }[],
  isCharged: boolean,
): Promise<string[]> {
  const known = await resolvedByOperator(
    deps.db,
    suspects.map(({ key }) => key),
    isCharged ? ["orphan_charge", "amount_differs"] : ["missing_charge"],
  );
  const found: string[] = [];
  for (const { key } of suspects) {
    if (known.has(key)) continue;
    const charge = await gateway.findCharge(key);
    if (isCharged ? holdsMoney(charge) : charge?.status !== "succeeded") found.push(key);
  }
  return found;
}
