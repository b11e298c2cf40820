import { eq } from "drizzle-orm";
import fc from "fast-check";
import { expect, it } from "vitest";
import { provider as table } from "../../drizzle/schema";
import { FREQUENCIES } from "../../lib/domain/schedule";
import { api } from "../support/api";
import { type Body, daysAhead, planBody } from "../support/bodies";
import { database, makeKey, makeProvider } from "../support/provider";

const HANGS_MS = 600_000;

/** Terms that are right, and terms that break one rule or more. */
const terms = fc.record({
  price: fc.integer({ min: 1, max: 500_000 }),
  deposit: fc.integer({ min: -100, max: 600_000 }),
  count: fc.integer({ min: 0, max: 106 }),
  amount: fc.option(fc.integer({ min: 1, max: 100_000 })),
  days: fc.integer({ min: -2, max: 368 }),
  frequency: fc.constantFrom(...FREQUENCIES),
});

it("a quote is the plan that create makes of it, and refuses what create refuses", {
  timeout: HANGS_MS,
}, async (_door) => {
  const provider = await makeProvider();
  const limits = { mostInstalments: 60, latestFirstDebitDays: 300 };
  await database().update(table).set(limits).where(eq(table.id, provider.id));
  const client = api("server", await makeKey(provider.id));
  await fc.assert(
    fc.asyncProperty(terms, async ({ price, deposit, count, amount, days, frequency }) => {
      const pricing = { course_price: price / 100, amount_to_finance: (price - deposit) / 100 };
      const plan = {
        payment_frequency: frequency,
        number_of_instalments: count,
        first_payment_date: daysAhead(days),
      };
      const quoted = await client.post("/v1/quotes", {
        pricing,
        plan: amount === null ? plan : { ...plan, instalment_amount: amount / 100 },
      });
      const even = Math.max(1, Math.floor((price - deposit) / Math.max(1, count)));
      const instalment_amount = quoted.body.plan?.instalment_amount ?? (amount ?? even) / 100;
      const payment_type = "interest_free_payment_plan";
      const sent = planBody(provider, { pricing, plan: { ...plan, payment_type, instalment_amount } });
      const made = await client.create(sent);
      if (made.status === 201)
        expect(quoted.body).toEqual({ pricing: made.body.pricing, plan: made.body.plan });
      else {
        const found = ({ body }: { body: Body }) => ({ ...body, instance: null, request_id: null });
        expect(found(quoted)).toEqual(found(made));
      }
    }),
    { numRuns: 20 },
  );
});

it("without an instalment the amount is split evenly; what is wrong comes all at once; nothing is recorded", async () => {
  const provider = await makeProvider();
  const client = api("server", await makeKey(provider.id, { scopes: ["checkouts:read"] }));
  const ask = (pricing: Body, plan: Body) =>
    client.post("/v1/quotes", {
      pricing: { course_price: 1500, amount_to_finance: 1500, ...pricing },
      plan: {
        payment_frequency: "Fortnightly",
        number_of_instalments: 26,
        first_payment_date: daysAhead(14),
        ...plan,
      },
    });
  const { status, body } = await ask({}, { instalment_amount: null });
  expect(status).toBe(200);
  expect(body.plan.instalment_amount).toBe(57.69);
  expect(body.plan.schedule.at(-1)).toMatchObject({ number: 26, amount: 57.75, balance_after: 0 });
  const wrong = await ask(
    { upfront_payment: 1 },
    { payment_frequency: "Upfront", number_of_instalments: "26", first_payment_date: "2026-02-30" },
  );
  expect(wrong.body.errors.map((one: Body) => [one.pointer, one.code])).toEqual([
    ["/plan/number_of_instalments", "wrong_type"],
    ["/plan/first_payment_date", "wrong_format"],
    ["/plan/payment_frequency", "not_an_option"],
    ["/pricing/upfront_payment", "must_equal"],
  ]);
  const few = await ask({ course_price: 0.05, amount_to_finance: 0.05 }, {});
  expect(few.body.errors).toEqual([expect.objectContaining({ code: "plan_does_not_sum", suggestion: null })]);
  expect((await client.get("/v1/provider-checkouts")).body.data).toEqual([]);
});
