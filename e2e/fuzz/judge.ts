import { expect } from "vitest";
import type { Answer } from "../support/answer";
import { type Body, cardToken, orderId } from "../support/bodies";
import { FRESH_ORDER } from "./arbitraries";
import { CARD_NUMBERS, isObject, startsInTime, type Verdict } from "./oracle";
import { plainOf, referenceOf } from "./texts";

/** What the contract lets a service say: a status, or a refusal of exactly these members. */
export type Expected = { status: number[]; code?: string } | { faults: Set<string> };

const TOKEN = /^§token (\w+)$/;

/** The body with an order reference and a card token that were never used, where it asks for them. */
export function fresh(value: unknown): unknown {
  if (typeof value === "string")
    return value === FRESH_ORDER ? orderId() : value.replace(TOKEN, (_, card) => cardToken(card));
  if (Array.isArray(value)) return value.map(fresh);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, fresh(member)]));
}

/** Whether JSON with this value in it is refused as a whole. Contract section 1. */
function isUnreadable(value: unknown, depth = 1): boolean {
  if (typeof value === "string") return value.includes("\0") || !value.isWellFormed();
  if (typeof value === "number") return !Number.isFinite(value);
  if (typeof value !== "object" || value === null) return false;
  if (depth > 16 || Object.hasOwn(value, "__proto__")) return true;
  return Object.entries(value).some(
    ([name, member]) => isUnreadable(name) || isUnreadable(member, depth + 1),
  );
}

const REFUSED = { status: [400], code: "invalid_json" };

/** What is expected of a body as a value; null where the contract does not say. */
export function expectedOf(body: unknown, verdict: Verdict, decided: (body: Body) => Expected | null) {
  if (isUnreadable(body)) return REFUSED;
  if (Buffer.byteLength(JSON.stringify(body)) > 65_536) return { status: [413], code: "body_too_large" };
  if (verdict.unsure) return null;
  return verdict.faults.size > 0 ? { faults: verdict.faults } : decided(body as Body);
}

/** A create whose shape is right: then come the provider's code, the clock, the order, the gateway. */
export function afterCreate(code: string, isFreshOrder: boolean) {
  return ({ provider, plan, card_payment }: Body): Expected | null => {
    if (referenceOf(provider.provider_code) !== code)
      return { status: [403], code: "provider_code_mismatch" };
    if (referenceOf(plan.payment_type) === "interest_free_payment_plan") {
      const inTime = startsInTime(plan.first_payment_date);
      if (inTime === null) return null;
      if (!inTime) return { faults: new Set(["/plan/first_payment_date"]) };
      return { status: isFreshOrder ? [201] : [201, 409] };
    }
    const card = /^tok_test_(\w+)_[a-z]{22}$/.exec(referenceOf(card_payment.token))?.[1];
    if (!isFreshOrder) return null;
    if (!card) return { faults: new Set(["/card_payment/token"]) };
    return card.startsWith("declined") ? { status: [402], code: "card_declined" } : { status: [201] };
  };
}

/** A confirm whose shape is right, of a checkout whose own confirm would be `right`. */
export function afterConfirm(right: Body, isLegacy: boolean, status: "Awaiting Direct Debit" | "Confirmed") {
  return ({ provider, checkout, payment }: Body): Expected => {
    if (referenceOf(provider.provider_code) !== right.provider.provider_code)
      return { status: [403], code: "provider_code_mismatch" };
    if (referenceOf(checkout.checkout_id) !== right.checkout.checkout_id)
      return isLegacy
        ? { status: [404], code: "checkout_not_found" }
        : { faults: new Set(["/checkout/checkout_id"]) };
    if (referenceOf(checkout.checkout_token) !== right.checkout.checkout_token)
      return { status: [403], code: "checkout_token_invalid" };
    const faults = new Set<string>();
    if (referenceOf(provider.provider_order_id) !== right.provider.provider_order_id)
      faults.add("/provider/provider_order_id");
    for (const name of ["opportunity_id", "dda_id"])
      if (referenceOf(checkout[name]) !== right.checkout[name]) faults.add(`/checkout/${name}`);
    if (plainOf(payment.first_payment_date) !== right.payment.first_payment_date)
      faults.add("/payment/first_payment_date");
    if (faults.size > 0) return { faults };
    if (status === "Awaiting Direct Debit") return { status: [409], code: "dda_not_authorised" };
    return payment.deposit_confirmed ? { status: [200] } : { status: [409], code: "already_confirmed" };
  };
}

/** What is expected of a text, which may not even be JSON; also 400 where a member may be named twice in it. */
export function expectedOfText(text: string, ofBody: (body: unknown) => Expected | null): Expected | null {
  const sent = text.toWellFormed();
  if (Buffer.byteLength(sent) > 65_536) return { status: [413], code: "body_too_large" };
  let body: unknown;
  try {
    body = JSON.parse(sent.replace(/^\ufeff/, ""));
  } catch {
    return REFUSED;
  }
  return isUnreadable(body) ? REFUSED : ofBody(body);
}

/** Stands for the pointers of all pairs of metadata. */
export const ANY_PAIR = "/metadata/*";

/** Holds an answer against what was expected, and against what holds of every answer. */
export function judge(
  answer: Answer,
  sent: string,
  expected: Expected | null,
  pointers: Set<string>,
  mayName = false,
) {
  const what = `${sent.slice(0, 1500)}\n→ ${answer.status} ${answer.text.slice(0, 900)}`;
  expect(answer.status, what).toBeLessThan(500);
  const repeated = CARD_NUMBERS.filter((number) => repeats(answer, sent, number));
  expect(repeated.length, what).toBe(0);
  if (answer.body?.code === "validation_failed") {
    expect(answer.body.errors.length, what).toBeGreaterThan(0);
    for (const error of answer.body.errors) {
      expect(pointers, what).toContain(error.pointer.replace(/^\/metadata\/.*/s, ANY_PAIR));
      expect(typeof error.expected, what).toBe("string");
    }
  }
  if (expected === null || (mayName && answer.body?.code === "invalid_json")) return;
  if ("faults" in expected) {
    expect([answer.status, answer.body?.code], what).toEqual([422, "validation_failed"]);
    const told = answer.body.errors.map(({ pointer }: { pointer: string }) => pointer);
    expect([...told].sort(), what).toEqual([...expected.faults].sort());
  } else {
    expect(expected.status, what).toContain(answer.status);
    if (expected.code) expect(answer.body.code, what).toBe(expected.code);
  }
  if (answer.status === 201 && !answer.body.endpoint_id) expectWholeSchedule(answer.body, what);
}

/** References are given back as they came; nowhere else may the number of a card come back. */
function repeats({ text, body }: Answer, sent: string, number: string): boolean {
  if (!text.includes(number)) return false;
  const { provider_order_id, provider_account_id } = body?.provider ?? {};
  return !sent.includes(number) || ![provider_order_id, provider_account_id].includes(number);
}

function expectWholeSchedule({ pricing, plan }: Body, what: string): void {
  if (plan.payment_type === "upfront_payment") {
    expect(plan.schedule, what).toEqual([]);
    return;
  }
  const cents = (amount: number) => Math.round(amount * 100);
  const sum = plan.schedule.reduce((so: number, { amount }: Body) => so + cents(amount), 0);
  expect(sum, what).toBe(cents(pricing.amount_to_finance));
  expect(plan.schedule, what).toHaveLength(plan.number_of_instalments);
  expect(plan.schedule.at(-1).balance_after, what).toBe(0);
}
