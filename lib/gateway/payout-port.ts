import type { SettlementLineKind } from "../../drizzle/vocabulary";
import type { CalendarDate } from "../../packages/dates/calendar";

/** What a processor has paid to a provider's bank account, or taken from it. Contract "Real money", section 4, "Settlements". */
export interface Payout {
  /** The processor's name for it. */
  reference: string;
  paidOn: CalendarDate;
  /** Negative if the processor took money. */
  amountCents: number;
  /** Of ISO 4217. */
  currency: string;
  lines: PayoutLine[];
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
