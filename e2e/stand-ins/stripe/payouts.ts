import { randomUUID } from "node:crypto";
import type Stripe from "stripe";
import type { createAccount } from "./account";
import type { createDebits } from "./debits";

type Entry = Stripe.BalanceTransaction;
type Books = Pick<ReturnType<typeof createAccount>, "charges" | "refunds"> &
  Pick<ReturnType<typeof createDebits>, "disputes">;

const newId = (prefix: string) => `${prefix}_${randomUUID().replaceAll("-", "")}`;
const PAYMENT_FEE = 30;
const DISPUTE_FEE = 2_500;
const FAILURE_FEE = 250;
/** Taken once from each payout, and about no payment. */
const ACCOUNT_FEE = 100;

/** An account's automatic payouts, each made when a test says so. */
export function createPayouts({ charges, refunds, disputes }: Books, isLive: () => boolean, now: () => Date) {
  const payouts = new Map<string, Stripe.Payout>();
  const entries = new Map<string, Map<string, Entry>>();
  const done = new Set<string>();
  const seconds = () => Math.floor(now().getTime() / 1000);

  function entryOf(source: Entry["source"], category: string, amount: number, fee = 0): Entry {
    const at = { created: seconds(), available_on: seconds(), status: "available" };
    const about = { reporting_category: category, type: TYPES[category] ?? "adjustment", source };
    const rest = { balance_type: "payments", currency: "aud", description: null } as const;
    return {
      ...{ id: newId("txn"), object: "balance_transaction", ...at, ...about, ...rest },
      ...{ exchange_rate: null, amount, fee, fee_details: [], net: amount - fee },
    };
  }

  /** All that came or went, whether it was paid out or not. */
  function* moved(): Generator<Entry> {
    for (const charge of charges.values()) {
      if (charge.status === "pending") continue;
      yield entryOf(charge, "charge", charge.amount, PAYMENT_FEE);
      if (charge.status === "failed") yield entryOf(charge, "charge_failure", -charge.amount, FAILURE_FEE);
    }
    for (const refund of refunds.values())
      if (refund.status !== "failed") yield entryOf(refund, "refund", -refund.amount);
    for (const dispute of disputes.values())
      if (dispute.status === "lost") yield entryOf(dispute, "dispute", -dispute.amount, DISPUTE_FEE);
    for (const payout of payouts.values())
      if (payout.status === "failed") yield entryOf(payout, "payout_reversal", payout.amount);
  }

  return {
    payouts,
    entries,
    /** A payout of all that came and went since the last one. */
    payOut(changes: Partial<Stripe.Payout> = {}): Stripe.Payout {
      const own = [entryOf(null, "fee", -ACCOUNT_FEE)];
      for (const entry of moved()) {
        const name = `${entry.reporting_category} ${Object(entry.source).id}`;
        if (!done.has(name)) own.push(entry);
        done.add(name);
      }
      const about = { id: newId("po"), created: seconds(), arrival_date: seconds(), livemode: isLive() };
      const payout = { ...NEW, ...about, amount: own.reduce((sum, { net }) => sum + net, 0), ...changes };
      own.push(entryOf(payout, "payout", -payout.amount));
      payouts.set(payout.id, payout);
      entries.set(payout.id, new Map(own.map((entry) => [entry.id, entry])));
      return payout;
    },
    /** As a response has them. */
    entriesOf(payout: string, isExpanded: boolean): Map<string, Entry> {
      const nameOf = (source: Entry["source"]) =>
        typeof source === "object" ? (source?.id ?? null) : source;
      const shown = (entry: Entry) => (isExpanded ? entry : { ...entry, source: nameOf(entry.source) });
      return new Map([...(entries.get(payout) ?? [])].map(([id, entry]) => [id, shown(entry)]));
    },
  };
}

const TYPES: Record<string, Entry["type"]> = {
  charge: "payment",
  charge_failure: "payment_failure_refund",
  refund: "payment_refund",
  fee: "stripe_fee",
  payout: "payout",
  payout_reversal: "payout_failure",
};

const NEW: Omit<Stripe.Payout, "id" | "amount" | "created" | "arrival_date" | "livemode"> = {
  object: "payout",
  application_fee: null,
  application_fee_amount: null,
  automatic: true,
  balance_transaction: null,
  currency: "aud",
  description: "STRIPE PAYOUT",
  destination: null,
  failure_balance_transaction: null,
  failure_code: null,
  failure_message: null,
  metadata: {},
  method: "standard",
  original_payout: null,
  payout_method: null,
  reconciliation_status: "completed",
  reversed_by: null,
  source_type: "card",
  statement_descriptor: null,
  status: "paid",
  trace_id: null,
  type: "bank_account",
};
