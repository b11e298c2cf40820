import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { provider as table } from "../../drizzle/schema";
import { addBusinessDays } from "../../packages/dates/business-days";
import { addDays } from "../../packages/dates/calendar";
import { BY_PLAN, begin } from "../portal/student";
import { Api } from "../support/api";
import { daysAhead, planBody } from "../support/bodies";
import { collecting } from "../support/collection";
import { makeKey, makeProvider, type TestProvider } from "../support/provider";

const startingOn = (date: string) => ({ plan: { first_payment_date: date } });
/** The first day whose debit the processor can take. */
const earliest = () => addBusinessDays(daysAhead(0), 3);
const tooEarly = (date: string) => [
  expect.objectContaining({
    pointer: "/plan/first_payment_date",
    code: "policy_first_date",
    message: `first_payment_date must be on or after ${date}. This is the provider's policy.`,
    expected: `>= ${date}`,
  }),
];

it("a provider whose account collects has its first debit three business days ahead, and any other one today", async (context) => {
  const { here, client, provider } = await collecting(context);
  const [today, first] = [daysAhead(0), earliest()];
  const body = planBody(provider, startingOn(today));
  const { pricing, plan } = body;
  expect((await client.create(body)).body.errors).toEqual(tooEarly(first));
  expect((await client.post("/v1/quotes", { pricing, plan })).body.errors).toEqual(tooEarly(first));
  expect((await client.create(planBody(provider, startingOn(first)))).status).toBe(201);
  const past = await client.create(planBody(provider, startingOn(addDays(today, -1))));
  expect(past.body.errors, "one error is enough").toMatchObject([{ code: "date_too_early" }]);

  const other = await makeProvider({}, here.deps.db);
  const otherClient = new Api(here.url, other.key);
  expect((await otherClient.create(planBody(other, startingOn(today)))).status).toBe(201);
});

it("a provider can ask for more days, with and without an account, but an account for no fewer than three", async (context) => {
  const { here, provider } = await collecting(context);
  const without = await makeProvider({}, here.deps.db);
  const today = daysAhead(0);
  /** With another key, because keys are remembered with their provider for seconds. */
  async function errorsUnder(firstDebitLeadDays: number, of: TestProvider) {
    await here.deps.db.update(table).set({ firstDebitLeadDays }).where(eq(table.id, of.id));
    const client = new Api(here.url, await makeKey(of.id, {}, here.deps.db));
    return (await client.create(planBody(of, startingOn(today)))).body.errors;
  }
  expect(await errorsUnder(5, provider)).toEqual(tooEarly(addBusinessDays(today, 5)));
  expect(await errorsUnder(1, provider)).toEqual(tooEarly(earliest()));
  // Two: what is due at a weekend is debited on the next business day anyway.
  expect(await errorsUnder(2, without)).toEqual(tooEarly(addBusinessDays(today, 2)));
});

it("the portal offers no earlier date than the account can debit", async (context) => {
  const { here, provider } = await collecting(context);
  const student = await begin({ over: here.deps, db: here.deps.db, college: provider });
  await student.saveDetails();
  expect((await student.view()).limits.earliestFirst).toBe(earliest());
  const early = { ...BY_PLAN, firstPaymentDate: daysAhead(0) };
  expect(await student.choose(early)).toMatchObject({
    errors: { firstPaymentDate: expect.stringMatching(/^First payment date must be on or after /) },
  });
  expect(await student.choose({ ...BY_PLAN, firstPaymentDate: earliest() })).toEqual({
    ok: true,
    step: "bank",
  });
});
