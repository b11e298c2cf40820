import { EVENT_TYPES } from "../../lib/domain/states";
import { addDays } from "../../packages/dates/calendar";
import { dateInZone } from "../../packages/dates/zone";
import type { Body } from "../support/bodies";
import { hasControls, isEmailAddress, isLonger, plainOf, referenceOf, wordsOf } from "./texts";

/**
 * What the contract says of a body, written from its sections 1, 4 and 5 and not from the code: which members are at
 * fault, by pointer. `unsure` where neither contract nor decisions say.
 */
export class Verdict {
  readonly faults = new Set<string>();
  unsure = false;

  fault(pointer: string): void {
    this.faults.add(pointer);
  }
}

export const CARD_NUMBERS = [
  "4242424242424242",
  "4242 4242 4242 4242",
  "3782-822463-10005",
  "4242.4242/4242·4242",
  "٤٢٤٢ ٤٢٤٢ ٤٢٤٢ ٤٢٤٢",
];

export const isObject = (value: unknown): value is Body =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The members of a section, each judged under its own pointer. Null where the section itself is at fault. */
function section(verdict: Verdict, body: Body, name: string): Body | null {
  if (isObject(body[name])) return body[name];
  verdict.fault(`/${name}`);
  return null;
}

/** A text that must be there, as it was read. */
export function judgeText(verdict: Verdict, pointer: string, text: string, most: number): void {
  if (text === "" || hasControls(text) || isLonger(text, most)) verdict.fault(pointer);
}

/** What people write. */
export function judgeWritten(verdict: Verdict, pointer: string, text: string, most: number): void {
  judgeText(verdict, pointer, text, most);
  if (!verdict.faults.has(pointer)) judgeDigits(verdict, pointer, text);
}

/** In what people write, card numbers are refused; what else many digits are, others test. */
function judgeDigits(verdict: Verdict, pointer: string, text: string): void {
  if (CARD_NUMBERS.includes(text)) verdict.fault(pointer);
  else if ((text.match(/\d/g)?.length ?? 0) > 12) verdict.unsure = true;
}

function judgeEmail(verdict: Verdict, pointer: string, value: unknown): void {
  const text = plainOf(value);
  const isOne = isEmailAddress(text);
  if (isOne === false || isLonger(text, 254)) verdict.fault(pointer);
  else if (isOne === null) verdict.unsure = true;
  else judgeDigits(verdict, pointer, text);
}

/** Cents, or null where the amount is at fault. */
function judgeMoney(verdict: Verdict, pointer: string, value: unknown, least: 0 | 1): number | null {
  if (typeof value !== "number") {
    verdict.fault(pointer);
    return null;
  }
  const cents = Math.round(value * 100);
  const noise = Math.abs(value * 100 - cents);
  if (Math.abs(noise - 1e-6) < 1e-7) verdict.unsure = true;
  if (noise > 1e-6 || cents < least || cents > 10_000_000) {
    verdict.fault(pointer);
    return null;
  }
  return cents;
}

function judgeOption(verdict: Verdict, pointer: string, value: unknown, options: string[]): string | null {
  const text = referenceOf(value);
  if (options.includes(text)) return text;
  verdict.fault(pointer);
  return null;
}

function judgeDate(verdict: Verdict, pointer: string, value: unknown): void {
  const text = plainOf(value);
  const parsed = /^\d{4}-\d\d-\d\d$/.test(text) ? new Date(`${text}T00:00:00Z`) : null;
  if (text.startsWith("0000")) verdict.unsure = true;
  if (!parsed || Number.isNaN(parsed.getTime()) || parsed.toISOString().slice(0, 10) !== text)
    verdict.fault(pointer);
}

/** The create body, without what only the clock, the key or the gateway knows. */
export function judgeCreate(body: unknown): Verdict {
  const verdict = new Verdict();
  if (!isObject(body)) {
    verdict.fault("");
    return verdict;
  }
  const provider = section(verdict, body, "provider");
  if (provider) {
    judgeText(verdict, "/provider/provider_code", referenceOf(provider.provider_code), 255);
    judgeText(verdict, "/provider/provider_order_id", referenceOf(provider.provider_order_id), 255);
    const account = provider.provider_account_id;
    if (account != null) judgeText(verdict, "/provider/provider_account_id", referenceOf(account), 255);
  }
  const student = section(verdict, body, "student");
  if (student) {
    judgeWritten(verdict, "/student/first_name", wordsOf(student.first_name), 100);
    judgeWritten(verdict, "/student/last_name", wordsOf(student.last_name), 100);
    judgeEmail(verdict, "/student/email", student.email);
  }
  const course = section(verdict, body, "course");
  if (course) judgeWritten(verdict, "/course/course_name", wordsOf(course.course_name), 200);
  judgePayment(verdict, body);
  judgeMetadata(verdict, body.metadata);
  return verdict;
}

/** Contract section 4: up to 20 pairs, keys of 1 to 40 characters, values of up to 500, which may be empty, in 8 KiB. */
function judgeMetadata(verdict: Verdict, sent: unknown): void {
  if (sent == null) return;
  const pairs = isObject(sent) ? Object.entries(sent).filter(([, value]) => value !== null) : [];
  if (!isObject(sent) || pairs.length > 20) {
    verdict.fault("/metadata");
    return;
  }
  const keys = pairs.map(([name]) => referenceOf(name));
  const bytes = Buffer.byteLength([...keys, ...pairs.map(([, value]) => wordsOf(value))].join(""));
  for (const [at, [name, value]] of pairs.entries()) {
    const key = keys[at]!;
    const plain = [...name].slice(0, 100).join("");
    const shown = CARD_NUMBERS.includes(key) ? "…" : plain.replace(/[\p{Cc}\u2028\u2029]/gu, "\ufffd");
    const pointer = `/metadata/${shown.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    judgeWritten(verdict, pointer, key, 40);
    if (key === "__proto__" || keys.indexOf(key) < at) verdict.fault(pointer);
    const text = wordsOf(value);
    if (typeof value !== "string") verdict.fault(pointer);
    else if (text !== "") judgeWritten(verdict, pointer, text, 500);
  }
  // Whether pairs that are wrong count is left open.
  if (bytes > 8192 && verdict.faults.size > 0) verdict.unsure = true;
  else if (bytes > 8192) verdict.fault("/metadata");
}

function judgePayment(verdict: Verdict, body: Body): void {
  const pricing = section(verdict, body, "pricing");
  const plan = section(verdict, body, "plan");
  const price = pricing && judgeMoney(verdict, "/pricing/course_price", pricing.course_price, 1);
  const financed = pricing && judgeMoney(verdict, "/pricing/amount_to_finance", pricing.amount_to_finance, 1);
  const upfront =
    pricing?.upfront_payment == null
      ? null
      : judgeMoney(verdict, "/pricing/upfront_payment", pricing.upfront_payment, 0);
  const instalment = plan && judgeMoney(verdict, "/plan/instalment_amount", plan.instalment_amount, 1);
  const types = ["upfront_payment", "interest_free_payment_plan"];
  const type = plan && judgeOption(verdict, "/plan/payment_type", plan.payment_type, types);
  const frequencies = ["Upfront", "Weekly", "Fortnightly", "Monthly"];
  const often = plan && judgeOption(verdict, "/plan/payment_frequency", plan.payment_frequency, frequencies);
  const count: unknown = plan?.number_of_instalments;
  const counts = typeof count === "number" && Number.isInteger(count) && count >= 1 && count <= 104;
  if (plan && !counts) verdict.fault("/plan/number_of_instalments");
  if (plan) judgeDate(verdict, "/plan/first_payment_date", plan.first_payment_date);

  const card = body.card_payment;
  const isPlan = type === "interest_free_payment_plan";
  if (isPlan && card != null) verdict.fault("/card_payment");
  const charged = isPlan || card == null ? null : judgeCard(verdict, card);
  const differs = (pointer: string, cents: number | null) => {
    if (price !== null && cents !== null && cents !== price) verdict.fault(pointer);
  };
  if (type === "upfront_payment") {
    differs("/pricing/amount_to_finance", financed);
    differs("/pricing/upfront_payment", upfront);
    differs("/plan/instalment_amount", instalment);
    differs("/card_payment/amount_to_charge_now", charged);
    if (often !== null && often !== "Upfront") verdict.fault("/plan/payment_frequency");
    if (counts && count !== 1) verdict.fault("/plan/number_of_instalments");
    if (card == null) verdict.fault("/card_payment");
  }
  if (!isPlan) return;
  if (often === "Upfront") verdict.fault("/plan/payment_frequency");
  const known = price !== null && financed !== null;
  const isTooMuch = known && financed > price;
  const isOtherDeposit = known && !isTooMuch && upfront !== null && upfront !== price - financed;
  if (isTooMuch) verdict.fault("/pricing/amount_to_finance");
  if (isOtherDeposit) verdict.fault("/pricing/upfront_payment");
  if (isTooMuch || isOtherDeposit || financed === null || instalment === null || !counts) return;
  if (!sums(financed, instalment, count)) verdict.fault("/plan/instalment_amount");
}

/** A quote's body: a plan's, in which an instalment that is left out is that of an even split. Contract section 6 */
export function judgeQuote(body: unknown): Verdict {
  if (!isObject(body)) return judgeCreate(body);
  const verdict = new Verdict();
  const terms = section(verdict, body, "plan") ?? {};
  const financed = judgeMoney(new Verdict(), "", body.pricing?.amount_to_finance, 1) ?? 1;
  const count: unknown = terms.number_of_instalments;
  const even =
    typeof count === "number" && count >= 1 ? Math.max(1, Math.floor(financed / count)) / 100 : 0.01;
  const instalment_amount = terms.instalment_amount ?? even;
  const plan = { ...terms, payment_type: "interest_free_payment_plan", instalment_amount };
  const whole = new Verdict();
  judgePayment(whole, { pricing: body.pricing, plan });
  for (const fault of whole.faults)
    if (!verdict.faults.has("/plan") || !fault.startsWith("/plan/")) verdict.fault(fault);
  verdict.unsure = whole.unsure;
  return verdict;
}

/** Contract section 4: n−1 instalments and a last one of 0.01 to an instalment and n cents; one is the whole. */
function sums(financed: number, instalment: number, count: number): boolean {
  const last = financed - (count - 1) * instalment;
  return count === 1 ? last === instalment : last >= 1 && last <= instalment + count;
}

function judgeCard(verdict: Verdict, card: unknown): number | null {
  if (!isObject(card)) {
    verdict.fault("/card_payment");
    return null;
  }
  const token = referenceOf(card.token);
  if (!/^[\x21-\x7e]{1,255}$/.test(token) || CARD_NUMBERS.includes(token))
    verdict.fault("/card_payment/token");
  judgeOption(verdict, "/card_payment/payment_purpose", card.payment_purpose, ["card"]);
  return judgeMoney(verdict, "/card_payment/amount_to_charge_now", card.amount_to_charge_now, 1);
}

/**
 * Whether a plan's first date, which is one of the calendar, is today or later and at most 365 days ahead; null where
 * a clock that is set by an hour says otherwise.
 */
export function startsInTime(date: string): boolean | null {
  const [early, late] = [-HOUR_MS, HOUR_MS].map((by) => {
    const today = dateInZone(new Date(Date.now() + by), "Australia/Sydney");
    return plainOf(date) >= today && plainOf(date) <= addDays(today, 365);
  });
  return early === late ? early! : null;
}

const HOUR_MS = 3_600_000;

/** The confirm body, without what the checkout knows. */
export function judgeConfirm(body: unknown): Verdict {
  const verdict = new Verdict();
  if (!isObject(body)) {
    verdict.fault("");
    return verdict;
  }
  const provider = section(verdict, body, "provider");
  for (const name of ["provider_code", "provider_order_id"])
    if (provider) judgeText(verdict, `/provider/${name}`, referenceOf(provider[name]), 255);
  const checkout = section(verdict, body, "checkout");
  for (const name of ["checkout_id", "checkout_token", "opportunity_id"])
    if (checkout) judgeText(verdict, `/checkout/${name}`, referenceOf(checkout[name]), 255);
  if (checkout && referenceOf(checkout.dda_id) === "") verdict.fault("/checkout/dda_id");
  const payment = section(verdict, body, "payment");
  if (payment) {
    judgeOption(verdict, "/payment/payment_method", payment.payment_method, ["service_payment_plan"]);
    judgeDate(verdict, "/payment/first_payment_date", payment.first_payment_date);
    if (typeof payment.deposit_confirmed !== "boolean") verdict.fault("/payment/deposit_confirmed");
  }
  const declarations = body.declarations ?? {};
  if (!isObject(declarations)) verdict.fault("/declarations");
  else
    for (const name of ["payment_plan_accepted", "information_confirmed", "privacy_consent_accepted"])
      if (declarations[name] !== true) verdict.fault(`/declarations/${name}`);
  return verdict;
}

/** The bodies of cancel, of a new token and of the sandbox's simulations: an object, and the options that there are. */
export function judgeSmall(body: unknown, asks: SmallMember | undefined): Verdict {
  const verdict = new Verdict();
  if (!isObject(body)) verdict.fault("");
  else if (asks === "outcome") judgeOption(verdict, "/outcome", body.outcome, ["paid", "never_made"]);
  else if (asks === "test_account" && body.test_account != null)
    judgeOption(verdict, "/test_account", body.test_account, ["success", "closed", "not_authorised"]);
  else if (asks === "type") {
    judgeOption(verdict, "/type", body.type, [...EVENT_TYPES]);
    // What names no endpoint may be too long or empty, or simply not there.
    if (body.endpoint_id != null) verdict.unsure = true;
  }
  return verdict;
}

/** The member of a small body that decides, with what it may be; `test_account` may be left out. */
export const SMALL_BODIES = {
  test_account: [{}, { test_account: "closed" }],
  type: [{ type: "checkout.created" }, { type: " card_payment.failed", endpoint_id: null }],
  outcome: [{ outcome: "never_made" }, { outcome: " never_made " }],
} as const;
export type SmallMember = keyof typeof SMALL_BODIES;
