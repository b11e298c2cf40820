import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { provider as table } from "../../drizzle/schema";
import { NO_POLICY, type PlanPolicy } from "../../lib/domain/plan-policy";
import { addDays } from "../../packages/dates/calendar";
import { dateInZone } from "../../packages/dates/zone";
import { api } from "../support/api";
import { type Body, daysAhead, payNowBody, planBody } from "../support/bodies";
import { database, makeKey, makeProvider } from "../support/provider";

const errorsOf = ({ body }: { body: Body }) =>
  (body.errors ?? []).map((one: Body) => [one.pointer, one.code, one.expected]);

/** A client of a new key, because keys are remembered with their provider for seconds. */
async function under(policy: Partial<PlanPolicy>) {
  const made = await makeProvider();
  const set = async (changes: Partial<PlanPolicy>) => {
    await database().update(table).set(changes).where(eq(table.id, made.id));
    return api("server", await makeKey(made.id));
  };
  return { provider: made, client: await set(policy), set };
}

it("every rule that a plan breaks comes at once, each with its member and its limit", async () => {
  const { provider, client } = await under({
    fewestInstalments: 30,
    smallestInstalmentCents: 5_770,
    leastDepositCents: 10_050,
    mostDepositCents: 50_000,
    latestFirstDebitDays: 9,
    latestLastDebitDate: "2026-01-09",
    highestPriceCents: 149_999,
  });
  const sent = planBody(provider, { plan: { first_payment_date: daysAhead(30) } });
  const answer = await client.create(sent);
  expect(answer.body).toMatchObject({ status: 422, code: "validation_failed" });
  const firstDebit = expect.stringMatching(/^<= \d{4}-\d\d-\d\d$/);
  expect(errorsOf(answer)).toEqual([
    ["/pricing/course_price", "policy_price", "<= 1499.99"],
    ["/pricing/upfront_payment", "policy_deposit", "100.5 to 500"],
    ["/plan/number_of_instalments", "policy_too_few_instalments", ">= 30"],
    ["/plan/number_of_instalments", "policy_last_date", "<= 2026-01-09"],
    ["/plan/instalment_amount", "policy_instalment_too_small", ">= 57.7"],
    ["/plan/first_payment_date", "policy_first_date", firstDebit],
  ]);
  const latest = answer.body.errors.at(-1).expected.slice(3);
  const today = dateInZone(new Date(), "Australia/Sydney");
  expect(latest <= addDays(today, 9) && latest > addDays(today, 2)).toBe(true);
});

it("what keeps to the limits is created as without them", async () => {
  const { provider, client } = await under({
    fewestInstalments: 26,
    mostInstalments: 26,
    smallestInstalmentCents: 5_769,
    mostDepositCents: 0,
    highestPriceCents: 150_000,
  });
  expect((await client.create(planBody(provider))).status).toBe(201);
  const more = planBody(provider, { plan: { number_of_instalments: 30, instalment_amount: 50 } });
  expect(errorsOf(await client.create(more))).toEqual([
    ["/plan/number_of_instalments", "policy_too_many_instalments", "<= 26"],
    ["/plan/instalment_amount", "policy_instalment_too_small", ">= 57.69"],
  ]);
});

it("of Pay Now only the price is asked, and a date that is a year too late is told once", async () => {
  const { provider, client, set } = await under({ fewestInstalments: 4, latestFirstDebitDays: 7 });
  expect((await client.create(payNowBody(provider))).status).toBe(201);
  const late = planBody(provider, { plan: { first_payment_date: daysAhead(400) } });
  expect(errorsOf(await client.create(late)).map(([, code]: string[]) => code)).toEqual(["date_too_late"]);
  const stricter = await set({ highestPriceCents: 149_999 });
  expect(errorsOf(await stricter.create(payNowBody(provider)))).toEqual([
    ["/pricing/course_price", "policy_price", "<= 1499.99"],
  ]);
});

it("a replay of what was created before the policy has its stored answer, and its key is not free", async () => {
  const { provider, client, set } = await under(NO_POLICY);
  const bodies = [planBody(provider), payNowBody(provider)];
  const first = await Promise.all(bodies.map((body, key) => client.createOnce(`k${key}`, body)));
  const later = await set({ highestPriceCents: 1 });
  for (const [key, body] of bodies.entries()) {
    const again = await later.createOnce(`k${key}`, body);
    expect(again.text).toBe(first[key]!.text);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    const other = { ...body, student: { ...body.student, first_name: "Other" } };
    expect((await later.createOnce(`k${key}`, other)).body.code).toBe("idempotency_key_reused");
  }
  expect((await later.createOnce("new", planBody(provider))).body.code).toBe("validation_failed");
});
