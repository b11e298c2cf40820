import { and, eq, isNull, sql } from "drizzle-orm";
import { gatewayCharge, gatewayDebit, gatewayRefund } from "../../drizzle/schema/sandbox-gateway";
import type { Db } from "../../lib/db/client";
import type { Payout, PayoutLine, Payouts } from "../../lib/gateway/payout-port";
import { addBusinessDays } from "../dates/business-days";
import type { CalendarDate } from "../dates/calendar";
import { STAYS_GIVEN_BACK } from "./refunds";

/** In business days. */
const CARD_DAYS = 2;
/** For each payment. */
const FEE_CENTS = 30;
/** Calendar days after a debit's date in which its money comes and goes. */
const MAX_DAYS = 40;

type Item = Pick<PayoutLine, "kind"> & { day: CalendarDate; key: string; reference: string; cents: number };

/**
 * One payout a day, of all that came and went. Debits settle by their own dates. Card payments and all refunds, which keep
 * the real time, are paid out two business days after somebody has first asked.
 */
export async function sandboxPayouts(
  db: Db,
  account: string,
  { providerId, cursor, today }: { providerId: string; cursor: string | null; today: CalendarDate },
): Promise<Payouts> {
  const paysOutOn = addBusinessDays(today, CARD_DAYS);
  const isCharge = and(eq(gatewayCharge.account, account), eq(gatewayCharge.providerId, providerId));
  const isRefund = sql`account = ${account} and charge_key in (select key from ${gatewayCharge} where ${isCharge}
    union all select key from ${gatewayDebit} where account = ${account} and provider_id = ${providerId})`;
  await db
    .update(gatewayCharge)
    .set({ paysOutOn })
    .where(and(isCharge, eq(gatewayCharge.status, "succeeded"), isNull(gatewayCharge.paysOutOn)));
  await db
    .update(gatewayRefund)
    .set({ paysOutOn })
    .where(and(isRefund, STAYS_GIVEN_BACK, isNull(gatewayRefund.paysOutOn)));
  const after = cursor ?? "0001-01-01";
  const isDebit = sql`account = ${account} and provider_id = ${providerId} and date > ${after}::date - ${MAX_DAYS}::int`;
  const items = await db.execute<Item>(sql`
    select day::text, kind, key, reference, cents from (
      select settles_on as day, 'debit' as kind, key, 'sandbox ' || key as reference, amount_cents as cents from ${gatewayDebit} where ${isDebit}
      union all select reverses_on, 'reversal', key, 'sandbox ' || key, -amount_cents from ${gatewayDebit} where ${isDebit}
      union all select pays_out_on, 'charge', key, receipt_number, amount_cents from ${gatewayCharge} where ${isCharge}
      union all select pays_out_on, 'refund', key, 'sandbox ' || key, -amount_cents from ${gatewayRefund} where ${isRefund}
    ) as item where day > ${after} and day <= ${today} order by day, kind, key`);
  const days = [...new Set(items.map(({ day }) => day))];
  const payouts = days.map((day) => payoutOf(day, items));
  return { payouts, cursor: today, hasMore: false };
}

function payoutOf(day: CalendarDate, items: readonly Item[]): Payout {
  const own = items.filter((item) => item.day === day);
  const lines = own.map(({ kind, key, reference, cents: grossCents }): PayoutLine => {
    const feeCents = grossCents > 0 ? FEE_CENTS : 0;
    return { kind, key, reference, grossCents, feeCents, netCents: grossCents - feeCents };
  });
  const amountCents = lines.reduce((sum, { netCents }) => sum + netCents, 0);
  return { reference: `sandbox payout ${day}`, paidOn: day, amountCents, currency: "AUD", lines };
}
