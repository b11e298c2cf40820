import fc from "fast-check";
import { type Body, daysAhead, merge } from "../support/bodies";
import type { TestProvider } from "../support/provider";
import { FRESH_ORDER, freshToken } from "./arbitraries";

/** An amount as a client may write it: to the cent, or with the noise of a float. */
const dollars = (cents: number, noisy: boolean) => (noisy ? cents / 100 + 4e-9 : cents / 100);

/** The same reference with a character in it that nobody sees. */
const seamed = (reference: string) => `${reference.slice(0, 2)}\u200b${reference.slice(2)}\u2060`;

const people = (provider: TestProvider) =>
  fc.record({
    provider: fc.record({
      provider_code: fc.constantFrom(provider.code, ` ${provider.code}\t`, seamed(provider.code)),
      provider_order_id: fc.constant(FRESH_ORDER),
      provider_account_id: fc.constantFrom("ACC-1", null),
    }),
    student: fc.record({
      first_name: fc.constantFrom("Amelia", "O’Brien", "李小龙", "Zoë", "e\u0301".repeat(100), "👩‍👩‍👧"),
      last_name: fc.constantFrom("Nguyen", "Ng", "x".repeat(100)),
      email: fc.constantFrom("amelia@example.com", " Amelia@Example.com ", "ame\u200dlia＠example．com"),
    }),
    course: fc.record({ course_name: fc.constantFrom("Certificate IV in Bookkeeping", "漢".repeat(200)) }),
    metadata: fc.constantFrom<Body | null>(
      null,
      {},
      { intake: "2027-T1", " empty ": "" },
      { ["é".repeat(40)]: "😀".repeat(500), constructor: "1", "a/b~c": "\u200b" },
    ),
  });

/** Cents of an instalment: an even split, the least and the most that still sum, and a cent beyond either. */
const INSTALMENTS: Record<string, (financed: number, count: number) => number> = {
  even: (financed, count) => Math.floor(financed / count),
  least: (financed, count) => Math.ceil((financed - count) / count),
  "too little": (financed, count) => Math.ceil((financed - count) / count) - 1,
  most: (financed, count) => Math.floor((financed - 1) / Math.max(count - 1, 1)),
  "too much": (financed, count) => Math.floor((financed - 1) / Math.max(count - 1, 1)) + 1,
};

/** Plans of every amount, count, frequency, deposit and date, most of them right, the others at a bound. */
export function rightPlans(provider: TestProvider): fc.Arbitrary<Body> {
  const terms = fc.record({
    price: fc.oneof(fc.integer({ min: 104, max: 10_000_000 }), fc.constantFrom(104, 150_000, 10_000_000)),
    part: fc.double({ min: 0, max: 1, noNaN: true }),
    count: fc.oneof(fc.integer({ min: 1, max: 104 }), fc.constantFrom(1, 2, 104)),
    frequency: fc.constantFrom("Weekly", "Fortnightly", "Monthly"),
    instalments: fc.constantFrom("even", "even", "even", ...Object.keys(INSTALMENTS)),
    days: fc.oneof(
      { weight: 9, arbitrary: fc.integer({ min: 0, max: 365 }) },
      fc.constantFrom(-1, 0, 365, 366),
    ),
    names: fc.boolean(),
    noisy: fc.boolean(),
  });
  return fc
    .tuple(people(provider), terms)
    .map(([body, { price, part, count, frequency, instalments, days, names, noisy }]) => {
      const deposit = Math.floor(part * (price - count));
      const financed = price - deposit;
      return {
        ...body,
        pricing: {
          course_price: dollars(price, noisy),
          amount_to_finance: dollars(financed, noisy),
          ...(names && { upfront_payment: dollars(deposit, noisy) }),
        },
        plan: {
          payment_type: "interest_free_payment_plan",
          payment_frequency: frequency,
          number_of_instalments: count,
          instalment_amount: dollars(INSTALMENTS[instalments]!(financed, count), noisy),
          first_payment_date: daysAhead(days),
        },
      };
    });
}

/** Card payments that are right; some cards are declined. */
export function rightPayNows(provider: TestProvider): fc.Arbitrary<Body> {
  const terms = fc.record({
    price: fc.integer({ min: 1, max: 10_000_000 }),
    card: fc.constantFrom("visa", "mastercard", "amex", "declined_insufficient_funds", "declined_lost_card"),
    date: fc.constantFrom(daysAhead(0), "1999-12-31", "2096-02-29"),
    names: fc.boolean(),
    noisy: fc.boolean(),
  });
  return fc.tuple(people(provider), terms).map(([body, { price, card, date, names, noisy }]) => {
    const amount = dollars(price, noisy);
    return {
      ...body,
      pricing: {
        course_price: amount,
        amount_to_finance: amount,
        ...(names && { upfront_payment: price / 100 }),
      },
      plan: {
        payment_type: "upfront_payment",
        payment_frequency: "Upfront",
        number_of_instalments: 1,
        instalment_amount: amount,
        first_payment_date: date,
      },
      card_payment: { token: freshToken(card), amount_to_charge_now: amount, payment_purpose: "card" },
    };
  });
}

/** A confirm that is right, written in the ways that are the same. */
export function rightConfirms(confirm: Body): fc.Arbitrary<Body> {
  const { provider_order_id } = confirm.provider;
  return fc.constantFrom<Body>(
    confirm,
    merge(confirm, { provider: { provider_order_id: ` ${provider_order_id} ` } }),
    merge(confirm, { provider: { provider_order_id: seamed(provider_order_id) } }),
    merge(confirm, { payment: { deposit_confirmed: false } }),
  );
}
