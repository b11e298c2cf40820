import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readCreate } from "../contract/create";
import { type CreateRequest, createRequest } from "../contract/create-request";
import { FREQUENCIES } from "../domain/schedule";
import { fingerprintOf } from "./fingerprint";

type Json = Record<string, unknown>;

const PLAN = {
  provider: { provider_code: "harbour-college", provider_order_id: "ORD-1" },
  student: { first_name: "Zoë", last_name: "Nguyen", email: "zoe@example.com" },
  course: { course_name: "Certificate IV in Bookkeeping" },
  pricing: { course_price: 1500, amount_to_finance: 1500 },
  plan: {
    payment_type: "interest_free_payment_plan",
    payment_frequency: "Fortnightly",
    number_of_instalments: 26,
    instalment_amount: 57.69,
    first_payment_date: "2027-02-06",
  },
};
const WHOLE_PLAN = {
  ...PLAN,
  provider: { ...PLAN.provider, provider_account_id: "ACC-7" },
  pricing: { course_price: 1800.5, amount_to_finance: 1500, upfront_payment: 300.5 },
};
const PAY_NOW = {
  ...PLAN,
  pricing: { course_price: 1500, amount_to_finance: 1500, upfront_payment: 1500 },
  plan: {
    payment_type: "upfront_payment",
    payment_frequency: "Upfront",
    number_of_instalments: 1,
    instalment_amount: 1500,
    first_payment_date: "2027-02-06",
  },
  card_payment: {
    token: "tok_test_visa_abcdefghijklmnopqrstuv",
    amount_to_charge_now: 1500,
    payment_purpose: "card",
  },
};

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");
const fingerprint = (body: unknown) => hex(fingerprintOf(createRequest.parse(body)));

describe("fingerprints that servers of other versions have to make alike", () => {
  it.each<[string, unknown, string]>([
    ["a plan", PLAN, "019b86b4fba3529eed1a1c5886bfa1587fb8941425f8afe0c94921371b36ebe0fa"],
    [
      "a plan with every optional member",
      WHOLE_PLAN,
      "01bbf43c446f321231ccea078513e8728e6f8651ab23e918d8513d448516bcde2b",
    ],
    ["Pay Now", PAY_NOW, "01de1bcec297a44618711e7f5f63c55a5a8faaa3824c67b21c19e8c94287cfc118"],
  ])("%s has this one", (_, body, versioned) => {
    const command = readCreate(body).value;
    expect(hex(fingerprintOf(command.body))).toBe(versioned);
  });

  it("have metadata in them where some was sent, in any order, and not where there is none", () => {
    const withMetadata = (metadata: unknown) => fingerprint({ ...PLAN, metadata });
    expect(withMetadata({ intake: "2027-T1", b: "" })).toBe(
      "0177e7d58d285866fe07f2cc7e9ab18eae2c5b77e0e246c7ab9cadfb46a0f3b616",
    );
    expect(withMetadata({ b: " ", " intake": "2027-T1" })).toBe(withMetadata({ intake: "2027-T1", b: "" }));
    for (const none of [null, undefined, {}]) expect(withMetadata(none)).toBe(fingerprint(PLAN));
    const others = [
      { b: "" },
      { intake: "2027-T2", b: "" },
      { intake: "2027-T1" },
      { "2027-T1": "intake", b: "" },
    ];
    expect(new Set(others.map(withMetadata)).size).toBe(others.length);
    expect(others.map(withMetadata)).not.toContain(fingerprint(PLAN));
  });

  it("are the same to a server that knows more members than were sent", () => {
    const command = readCreate(PLAN).value;
    const later = { ...command, phone: null, body: { ...command.body, metadata: null, phone: undefined } };
    expect(hex(fingerprintOf(later.body))).toBe(hex(fingerprintOf(command.body)));
  });
});

const text = fc
  .string({ minLength: 1, maxLength: 12, unit: fc.constantFrom(..."abcé Ω'-") })
  .filter((one) => one.trim() !== "");
const amount = fc.integer({ min: 1, max: 10_000_000 }).map((cents) => cents / 100);
const date = fc
  .integer({ min: 0, max: 3_000 })
  .map((days) => new Date(days * 86_400_000 + Date.UTC(2026, 0)).toISOString().slice(0, 10));
const maybe = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: undefined });
/** Bodies by their schema; whether their amounts sum is not the fingerprint's to ask. */
const bodies = fc.record({
  provider: fc.record({ provider_code: text, provider_order_id: text, provider_account_id: maybe(text) }),
  student: fc.record({
    first_name: text,
    last_name: text,
    email: fc.constantFrom("a@example.com", "b@example.com"),
  }),
  course: fc.record({ course_name: text }),
  pricing: fc.record({ course_price: amount, amount_to_finance: amount, upfront_payment: maybe(amount) }),
  plan: fc.record({
    payment_type: fc.constantFrom("upfront_payment", "interest_free_payment_plan"),
    payment_frequency: fc.constantFrom("Upfront", ...FREQUENCIES),
    number_of_instalments: fc.integer({ min: 1, max: 104 }),
    instalment_amount: amount,
    first_payment_date: date,
  }),
  card_payment: maybe(
    fc.record({
      token: fc.constantFrom("tok_1", "tok_2"),
      amount_to_charge_now: amount,
      payment_purpose: fc.constant("card"),
    }),
  ),
});

/** The same wish in other words: members in reverse, spaces around texts, nulls for what is absent, members that nobody knows. */
function inOtherWords(value: unknown): unknown {
  if (typeof value === "string") return ` ${value.normalize("NFD")} `;
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => [name, inOtherWords(member) ?? null]);
  return Object.fromEntries([["not_known", { deep: [1, null] }], ...members.reverse()]);
}

/** What is left of a validated body without what is absent or null. */
const present = (body: CreateRequest) => JSON.parse(JSON.stringify(body, (_, member) => member ?? undefined));

describe("the fingerprint of a body", () => {
  it("does not depend on order, spaces, nulls, unknown members or how a number is written", () => {
    fc.assert(
      fc.property(bodies, (body) => {
        expect(fingerprint(inOtherWords(body))).toBe(fingerprint(body));
      }),
    );
    const raw = JSON.stringify(PLAN).replaceAll("1500", "1.5e3");
    expect(fingerprint(JSON.parse(raw))).toBe(fingerprint(PLAN));
  });

  it("depends on each member, and on whether an optional one is sent", () => {
    fc.assert(
      fc.property(bodies, bodies, (one, other) => {
        for (const [section, members] of Object.entries(other) as [keyof typeof one, Json | undefined][]) {
          for (const name of Object.keys(members ?? {})) {
            const changed = {
              ...one,
              [section]: { ...other[section], ...one[section], [name]: members![name] },
            };
            const same =
              JSON.stringify(present(createRequest.parse(changed))) ===
              JSON.stringify(present(createRequest.parse(one)));
            expect(fingerprint(changed) === fingerprint(one), `${section}.${name}`).toBe(same);
          }
        }
      }),
    );
  });
});
