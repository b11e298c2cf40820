import type { AskedDebit, DebitProcessor, DebitResult } from "../../lib/gateway/debit-port";
import { GatewayOutcomeUnknown } from "../../lib/gateway/port";
import { addBusinessDays, isBusinessDay, nextBusinessDay } from "../dates/business-days";
import { addDays } from "../dates/calendar";
import { bankDay } from "../dates/zone";
import { propertyOf } from "../text/narrow";
import { faultsIn, isNonceOf, listPage } from "./answers";
import { type Answer, type PinchAccount, pinchClient } from "./client";
import {
  type DebitPayment,
  dayOf,
  debitPayment,
  outcomeOf,
  payer,
  paymentsIn,
  readDebit,
  writeDebit,
} from "./debit-answers";
import { pinchPayouts } from "./payouts";
import { pinchRefunds } from "./refunds";

type Registered = Parameters<DebitProcessor["register"]>[0];

/** In business days: how long before its date a debit has to come. */
const LEAD_DAYS = 3;
/** How long a payment that Pinch no longer has may yet turn up. */
const MAX_MISSING_DAYS = 14;
/** Days that the first reading of events goes back. Reports of a debit come sooner. */
const MAX_FIRST_DAYS = 30;
/** Days that are read again each time, because an event may be listed later than it is dated. */
const OVERLAP_DAYS = 7;
const MAX_EVENTS = 20;
/** Our own word for the status of a payment that Pinch no longer has. */
const MISSING = "missing";

/**
 * Pinch's scheduled bank payments. The key is the nonce, and the authority names a payer of its own with its bank account.
 * It was never run against Pinch.
 */
export function createPinchDebits({
  id,
  ...account
}: PinchAccount & Pick<DebitProcessor, "id">): DebitProcessor {
  const pinch = pinchClient(account);
  const { send, read, list, unclear, askFor, madeIn } = pinch;
  const { mode } = account;
  const { refund, findRefund: find } = pinchRefunds(pinch, account.timeoutMs);

  /** The payer of an authority that was registered with the same account. Pinch has no nonce for payers. */
  async function registered({ key, student, account: bank }: Registered): Promise<string | null> {
    for await (const one of list("payers", { filter: student.email })) {
      const name = propertyOf(one, "id");
      if (readDebit(propertyOf(one, "metadata"))?.key !== key || typeof name !== "string") continue;
      const { sources } = read(payer, await send("GET", `payers/${encodeURIComponent(name)}`));
      const same = sources?.find(
        ({ bankAccountBsb, bankAccountNumber }) =>
          bankAccountBsb?.replace(/\D/g, "") === bank.bsb && bankAccountNumber === bank.accountNumber,
      );
      if (same) return `${name} ${same.id}`;
    }
    return null;
  }

  /** Its present state, which the answer about a nonce may not have. Null if Pinch no longer has it. */
  async function latest(payment: string, now: Date): Promise<DebitPayment | null> {
    const answer = await send("GET", `payments/${encodeURIComponent(payment)}`, { at: now });
    if (isGone(answer)) return null;
    const told = read(debitPayment, answer);
    if (told.id !== payment) throw unclear(answer);
    return told;
  }

  /** @throws GatewayOutcomeUnknown if it is another payment */
  function resultOf(key: string, told: DebitPayment): DebitResult {
    const ours = readDebit(told.metadata);
    const day = dayOf(told.transactionDate);
    if (!isNonceOf(key, told.nonce) || (ours && ours.key !== key) || !day)
      throw new GatewayOutcomeUnknown("Pinch told the result of another debit");
    const about = { key, amountCents: told.amount, reference: told.id };
    return { ...about, date: nextBusinessDay(day), ...outcomeOf(told) };
  }

  async function resultNow(key: string, known: DebitPayment, now: Date): Promise<DebitResult> {
    const told = await latest(known.id, now);
    if (told) return resultOf(key, told);
    const result = resultOf(key, { ...known, status: MISSING, attempts: [] });
    const isOver = bankDay(now) >= addDays(result.date, MAX_MISSING_DAYS);
    return isOver ? { ...result, status: "refused", reason: "technical" } : result;
  }

  const ask = async (key: string, now: Date) => (await askFor("payments", debitPayment, key, now)).found;

  /** The payment of that key among its payer's. Pinch does not say how long it remembers a nonce, nor what frees one. */
  async function ofPayer({ key, authority }: AskedDebit, now: Date): Promise<string | null> {
    const name = encodeURIComponent(authority.split(" ")[0] ?? "");
    const answer = await send("GET", `payments/payer/${name}`, { at: now });
    if (isGone(answer)) return null;
    const { data } = read(listPage, answer);
    const ours = data.find((one) => readDebit(propertyOf(one, "metadata"))?.key === key);
    const id = propertyOf(ours, "id");
    return typeof id === "string" ? id : null;
  }

  /** The keys of the provider's debits that an event names. */
  async function keysIn(event: string, providerId: string, now: Date): Promise<string[]> {
    const told = await send("GET", `events/${encodeURIComponent(event)}`, { at: now });
    if (isGone(told)) return [];
    if (told.status !== 200 || told.body === undefined) throw unclear(told);
    const keys = [];
    for (const name of paymentsIn(told.body)) {
      const one = await send("GET", `payments/${name}`, { at: now });
      if (isGone(one)) continue;
      if (one.status !== 200 || one.body === undefined) throw unclear(one);
      const ours = readDebit(propertyOf(one.body, "metadata"));
      if (ours?.provider === providerId) keys.push(ours.key);
    }
    return keys;
  }

  return {
    id,
    mode,
    debitUser: "pinch",
    async register(request) {
      const { key, providerId, student, account: bank, ipAddress } = request;
      const known = await registered(request);
      if (known) return { status: "registered", reference: known };
      const body = {
        firstName: student.firstName,
        lastName: student.lastName,
        emailAddress: student.email,
        metadata: writeDebit({ key, provider: providerId }),
        source: {
          sourceType: "bank-account",
          bankAccountName: bank.accountName,
          bankAccountBsb: bank.bsb,
          bankAccountNumber: bank.accountNumber,
          ipAddress,
        },
      };
      const answer = await send("POST", "payers", { body });
      const made = answer.status === 200 || answer.status === 201 ? payer.safeParse(answer.body).data : null;
      const source = made?.sources?.findLast(({ sourceType }) => sourceType === "bank-account");
      if (made && source) return { status: "registered", reference: `${made.id} ${source.id}` };
      if (names(answer, /bank|bsb|account/i)) return { status: "refused" };
      throw unclear(answer);
    },
    async submit({ key, providerId, authority, amountCents, date, description }, now) {
      const [payerId, sourceId] = authority.split(" ");
      const refused = { key, amountCents, date, status: "refused", reason: "technical" } as const;
      if (!isBusinessDay(date) || date < addBusinessDays(bankDay(now), LEAD_DAYS)) {
        // Pinch would debit on any date.
        const known = await ask(key, now);
        return known ? resultNow(key, known, now) : refused;
      }
      const body = {
        payerId,
        sourceId,
        amount: amountCents,
        transactionDate: date,
        description,
        nonce: key,
        metadata: writeDebit({ key, provider: providerId }),
      };
      const answer = await send("POST", "payments", { body, at: now });
      const made = madeIn(debitPayment, key, answer);
      if (made && answer.status !== 403) return resultOf(key, made);
      const known = made ?? (names(answer, /payer|source/i) ? await ask(key, now) : null);
      if (known) return resultNow(key, known, now);
      if (!names(answer, /payer|source/i)) throw unclear(answer);
      return refused;
    },
    async find(debit, now) {
      const { key } = debit;
      const known = await ask(key, now);
      if (known) return resultNow(key, known, now);
      const name = debit.reference ?? (await ofPayer(debit, now));
      const told = name === null ? null : await latest(name, now);
      return told && resultOf(key, told);
    },
    async changedSince(providerId, cursor, now) {
      const today = bankDay(now);
      const [from = addDays(today, -MAX_FIRST_DAYS), ...read] = cursor?.split(" ") ?? [];
      // Pinch compares dates of a time zone that it does not name.
      const startDate = addDays(from, -1);
      const listed = [];
      for await (const one of list("events", { eventType: "bank-results", startDate }, now)) {
        const [name, day] = [propertyOf(one, "id"), dayOf(String(propertyOf(one, "eventDate")))];
        if (typeof name !== "string" || !day) throw new GatewayOutcomeUnknown("Pinch lists an event oddly");
        if (day >= startDate) listed.push({ name, day });
      }
      const unread = listed.filter(({ name }) => !read.includes(name));
      const batch = unread.sort((one, other) => one.day.localeCompare(other.day)).slice(0, MAX_EVENTS);
      const keys = [];
      for (const { name } of batch) keys.push(...(await keysIn(name, providerId, now)));
      const hasMore = unread.length > batch.length;
      const until = addDays((hasMore && batch.at(-1)?.day) || today, -OVERLAP_DAYS);
      const next = until > from ? until : from;
      const done = new Set([...read, ...batch.map(({ name }) => name)]);
      const again = listed.filter(({ name, day }) => done.has(name) && day >= addDays(next, -1));
      return { keys, cursor: [next, ...again.map(({ name }) => name)].join(" "), hasMore };
    },
    payoutsSince: (_providerId, cursor, now) => pinchPayouts(pinch, cursor, now),
    refunds: { refund, find },
  };
}

/** Pinch answers so about what it does not have. */
const isGone = ({ status, body }: Answer): boolean => status === 400 && faultsIn(body).length > 0;

/** Whether Pinch refuses the request because of a member, or a message, such as these words. */
const names = ({ status, body }: Answer, words: RegExp): boolean =>
  status === 400 &&
  faultsIn(body).some(({ propertyName, errorMessage }) => words.test(propertyName || (errorMessage ?? "")));
