import type { ProcessorMode, SettlementLineKind } from "../../drizzle/vocabulary";
import { addDays, type CalendarDate } from "../../packages/dates/calendar";

/** What a processor has paid to a provider's bank account, or taken from it. Contract "Real money", section 4, "Settlements". */
export interface Payout {
  /** The processor's name for it. */
  reference: string;
  paidOn: CalendarDate;
  /** Negative if the processor took money. */
  amountCents: number;
  /** Of ISO 4217. */
  currency: string;
  /** Of one of the other mode, which the account should not have, none are told. */
  lines: PayoutLine[];
  otherMode?: ProcessorMode;
}

export interface PayoutLine {
  kind: SettlementLineKind;
  /** The processor's name for it. */
  reference: string;
  /** The key under which we asked for the charge, debit or refund; null if the processor names none. */
  key: string | null;
  /** Of a refund and a reversal negative, of a fee nothing. */
  grossCents: number;
  feeCents: number;
  netCents: number;
}

export interface Payouts {
  /** New or changed ones, oldest first. They may come twice. */
  payouts: Payout[];
  cursor: string | null;
  /** Ask again at once. */
  hasMore: boolean;
}

/** A payout as a processor lists it. */
interface Listed {
  reference: string;
  /** By which the processor lists. */
  day: CalendarDate;
  paidOn: CalendarDate;
  amountCents: number;
  currency: string;
  /** Null while it may still end either way. */
  outcome: "paid" | "failed" | null;
  otherMode?: ProcessorMode;
}

/** Days in which a payout is listed, ends, and fails after all. */
const MAX_LATE_DAYS = 60;
const MAX_FIRST_DAYS = 30;
const MAX_AT_ONCE = 20;

/**
 * Of a processor that only lists its payouts. Those of the last days are listed each time, and the cursor names the ones that
 * were told. One that failed is told with nothing in it: its payments are in the payout that sends the money again.
 * @param today from which the first reading goes back
 */
export async function payoutsIn<T extends Listed>(
  cursor: string | null,
  today: CalendarDate,
  list: (from: CalendarDate) => Promise<T[]>,
  linesOf: (payout: T) => Promise<PayoutLine[]>,
): Promise<Payouts> {
  const [from = addDays(today, -MAX_FIRST_DAYS), ...told] = cursor?.split(" ") ?? [];
  const nameOf = ({ reference, outcome }: T) => (outcome === "failed" ? `${reference}:failed` : reference);
  const listed = (await list(from))
    .filter(({ outcome, day }) => outcome !== null && day >= from)
    .sort((one, other) => one.day.localeCompare(other.day));
  const unread = listed.filter((one) => !told.includes(nameOf(one)));
  const batch = unread.slice(0, MAX_AT_ONCE);
  const payouts: Payout[] = [];
  for (const one of batch) {
    const { reference, paidOn, amountCents, currency, outcome, otherMode } = one;
    const about = { reference, paidOn, currency, ...(otherMode && { otherMode }) };
    const isEmpty = otherMode || outcome === "failed";
    payouts.push({ ...about, ...(isEmpty ? NOTHING : { amountCents, lines: await linesOf(one) }) });
  }
  const hasMore = unread.length > batch.length;
  const late = addDays(listed.at(-1)?.day ?? from, -MAX_LATE_DAYS);
  const next = hasMore || late < from ? from : late;
  const done = [...told, ...batch.map(nameOf)];
  const again = listed.filter((one) => one.day >= next && done.includes(nameOf(one))).map(nameOf);
  return { payouts, cursor: [next, ...again].join(" "), hasMore };
}

const NOTHING = { amountCents: 0, lines: [] };
