import type Stripe from "stripe";
import { type PayoutLine, payoutsIn } from "../../lib/gateway/payout-port";
import type { CalendarDate } from "../dates/calendar";
import { SECOND_MS } from "../dates/time";
import { dateInZone } from "../dates/zone";
import type { stripeClient } from "./client";

type Ask = ReturnType<typeof stripeClient>["ask"];
type Entry = Stripe.BalanceTransaction;

const dayOf = (seconds: number, zone: string) => dateInZone(new Date(seconds * SECOND_MS), zone);

/**
 * Automatic payouts with their balance transactions. Stripe cannot say what is in a manual one. Stripe leaves open whether a
 * payout's own transaction is among them, so that one is left out; and whether a debit that fails was paid out before, so a
 * debit and its failure in one payout leave their fee. An adjustment that we do not know is `other`.
 */
export const stripePayouts = (ask: Ask, mode: "test" | "live", cursor: string | null) =>
  // By the real time, which Stripe's test mode has too.
  payoutsIn(
    cursor,
    dateInZone(new Date(), "UTC"),
    (from) => listed(ask, mode, from),
    ({ reference }) => linesOf(ask, reference),
  );

async function listed(ask: Ask, mode: "test" | "live", from: CalendarDate) {
  const created = { gte: Date.parse(from) / SECOND_MS };
  const all = await ask((stripe) =>
    stripe.payouts.list({ created, limit: 100 }).autoPagingToArray({ limit: 10_000 }),
  );
  return all
    .filter(({ automatic }) => automatic)
    .map((payout) => ({
      reference: payout.id,
      day: dayOf(payout.created, "UTC"),
      paidOn: dayOf(payout.arrival_date, "Australia/Sydney"),
      amountCents: payout.amount,
      currency: payout.currency,
      outcome: outcomeOf(payout),
      ...(payout.livemode !== (mode === "live") && { otherMode: modeOf(payout) }),
    }));
}

const modeOf = ({ livemode }: Stripe.Payout) => (livemode ? ("live" as const) : ("test" as const));

function outcomeOf({ status, reconciliation_status }: Stripe.Payout): "paid" | "failed" | null {
  if (status === "failed" || status === "canceled") return "failed";
  return status === "paid" && reconciliation_status === "completed" ? "paid" : null;
}

/** With those of payouts that failed before, whose money this one sends again. */
async function linesOf(ask: Ask, payout: string): Promise<PayoutLine[]> {
  const entries = await ask((stripe) =>
    stripe.balanceTransactions
      .list({ payout, limit: 100, expand: ["data.source"] })
      .autoPagingToArray({ limit: 10_000 }),
  );
  const of = (category: string) =>
    new Set(entries.filter((one) => one.reporting_category === category).map(chargeOf));
  const [charged, failed] = [of("charge"), of("charge_failure")];
  const isFallen = (one: Entry) =>
    /^charge/.test(one.reporting_category) && charged.has(chargeOf(one)) && failed.has(chargeOf(one));
  const fees = entries.filter(isFallen).reduce((sum, { net }) => sum + net, 0);
  const lines: PayoutLine[] = fees === 0 ? [] : [feeOf("failed debits", fees)];
  for (const entry of entries.filter((one) => !isFallen(one) && sourceOf(one) !== payout)) {
    const { reporting_category: category, source } = entry;
    const isSentAgain = typeof source === "object" && source?.object === "payout" && source.automatic;
    if (isSentAgain && category === "payout_reversal") lines.push(...(await linesOf(ask, source.id)));
    else lines.push(await lineOf(ask, entry));
  }
  return lines;
}

const feeOf = (reference: string, netCents: number): PayoutLine => ({
  ...{ kind: "fee", reference, key: null, grossCents: 0 },
  ...{ feeCents: -netCents, netCents },
});

async function lineOf(ask: Ask, entry: Entry): Promise<PayoutLine> {
  const kind = kindOf(entry);
  const reference = sourceOf(entry);
  if (kind === "fee") return feeOf(reference, entry.net);
  const amounts = { grossCents: entry.amount, feeCents: entry.fee, netCents: entry.net };
  return { kind, reference, key: kind === "other" ? null : await keyOf(ask, entry), ...amounts };
}

const KINDS: ReadonlyMap<string, PayoutLine["kind"]> = new Map([
  ["refund", "refund"],
  ["charge_failure", "reversal"],
  ["dispute", "reversal"],
  ["fee", "fee"],
  ["tax", "fee"],
  ["network_cost", "fee"],
]);

function kindOf({ reporting_category: category, source }: Entry): PayoutLine["kind"] {
  if (category !== "charge") return KINDS.get(category) ?? "other";
  const charge = typeof source === "object" && source?.object === "charge" ? source : null;
  return charge?.payment_method_details?.type === "au_becs_debit" ? "debit" : "charge";
}

/** A charge has its intent's metadata if Stripe copied it, a refund its own. A dispute and a failure are about an intent. */
async function keyOf(ask: Ask, { source, reporting_category: category }: Entry): Promise<string | null> {
  if (source === null || typeof source === "string") return null;
  if (source.object !== "charge" && source.object !== "refund" && source.object !== "dispute") return null;
  const isOwn = source.object === "charge" || category === "refund";
  const metadata = isOwn ? (source.metadata ?? {}) : {};
  const intent = nameOf(source.payment_intent);
  if (category === "refund" || intent === null || Object.keys(metadata).length > 0)
    return metadata.key ?? null;
  return (await ask((stripe) => stripe.paymentIntents.retrieve(intent))).metadata.key ?? null;
}

const nameOf = (one: string | { id: string } | null): string | null =>
  typeof one === "object" ? (one?.id ?? null) : one;

const sourceOf = ({ id, source }: Entry): string => nameOf(source) ?? id;

/** The charge that an entry is about, of which a failure may name the refund. */
const chargeOf = (entry: Entry): string => {
  const { source } = entry;
  const isRefund = typeof source === "object" && source?.object === "refund";
  return (isRefund && nameOf(source.charge)) || sourceOf(entry);
};
