import { z } from "zod";
import type { DebitOutcome } from "../../lib/gateway/debit-port";
import { type CalendarDate, isCalendarDate } from "../dates/calendar";
import { bankDay } from "../dates/zone";
import { propertyOf } from "../text/narrow";
import { payment, readingOf, readOwn, spelled } from "./answers";

type Reason = Extract<DebitOutcome, { status: "dishonoured" }>["reason"];

const transferred = {
  settlement: z.object({ date: z.string() }).nullish(),
  actualTransferDate: z.string().nullish(),
};

/** Pinch may try a payment again by itself, if the merchant has allowed that: another attempt of the same payment. */
const attempt = z.object({ ...transferred, status: z.string(), dishonour: z.unknown().optional() });

export const debitPayment = payment.extend({ ...transferred, attempts: z.array(attempt).nullish() });
export type DebitPayment = z.infer<typeof debitPayment>;

const source = z.object({
  id: z.string().trim().min(1),
  sourceType: z.string().nullish(),
  bankAccountBsb: z.string().nullish(),
  bankAccountNumber: z.string().nullish(),
});
export const payer = z.object({ id: z.string().min(1), sources: z.array(source).nullish() });

const kept = z.object({
  debits: z.literal("provider-checkout"),
  key: z.string(),
  provider: z.string(),
});

/** Another text than a card payment's, so that no list of charges has a debit. */
export const writeDebit = (about: Omit<z.infer<typeof kept>, "debits">) =>
  JSON.stringify({ debits: "provider-checkout", ...about } satisfies z.infer<typeof kept>);

/** Null if it is no debit of ours, nor an authority. */
export const readDebit = (metadata: unknown) => readOwn(kept, metadata);

const REASONS = new Map<string, Reason>([
  ["insufficient-funds", "insufficient_funds"],
  ["temporary-problem", "temporary"],
  ["blocked-by-bank", "bank_stopped"],
  ["invalid-account", "account_invalid"],
  ["technical-error", "technical"],
]);

/** Where Pinch gives no reason that we know, nobody may debit again before a person has looked. */
function reasonOf(dishonour: unknown): Reason {
  const codes = [propertyOf(dishonour, "type"), propertyOf(dishonour, "dishonourType")];
  return codes.map((code) => REASONS.get(spelled(code))).find((one) => one !== undefined) ?? "bank_stopped";
}

const PENDING: DebitOutcome = { status: "pending" };

/** What became of the payment as a whole. Whatever is not clear, or may still change, is pending. */
export function outcomeOf(told: DebitPayment): DebitOutcome {
  const attempts = (told.attempts ?? []).map((one) => ({ ...one, reading: readingOf(one.status) }));
  const reading = readingOf(told.status);
  const isPaid = attempts.some((one) => one.reading === "succeeded");
  if (reading === "succeeded" && (isPaid || attempts.length === 0)) return { status: "paid" };
  const failed = attempts.findLast((one) => one.reading === "declined");
  const isCancelled = /^cancell?ed$/.test(told.status) && !isPaid;
  if (isCancelled && !failed) return { status: "refused", reason: "technical" };
  const hasFailed = reading === "declined" && attempts.every((one) => one.reading === "declined");
  if (!isCancelled && !hasFailed) return PENDING;
  const hadPaid = [told, ...attempts].some((one) => one.settlement || one.actualTransferDate);
  return { status: hadPaid ? "reversed" : "dishonoured", reason: reasonOf(failed?.dishonour) };
}

/** The day in Sydney, also of an instant in UTC such as `2026-12-09T13:00:00Z`. */
export function dayOf(text: string | null | undefined): CalendarDate | null {
  const at = new Date(text ?? Number.NaN);
  if (!text || Number.isNaN(at.getTime())) return null;
  const day = /(Z|[+-]\d\d:\d\d)$/.test(text) ? bankDay(at) : text.slice(0, 10);
  return isCalendarDate(day) ? day : null;
}

/**
 * The payments that an event names, wherever they stand in it: `data.payments` now, `data.dishonours` before, in either
 * spelling of the members. What it says of them is not used.
 */
export function paymentsIn(event: unknown): string[] {
  const names = JSON.stringify(event ?? null).match(/\bpmt_[0-9A-Za-z]+/g);
  return [...new Set(names)];
}
