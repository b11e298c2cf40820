import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { agreement } from "../../drizzle/schema";
import type { Id } from "../../lib/domain/ids";
import { api, expectProblem } from "../support/api";
import { confirmBody, merge, orderId, payNowBody, planBody } from "../support/bodies";
import { checkoutIdOf, eventsOf } from "../support/charges";
import { database, makeProvider, type TestProvider } from "../support/provider";
import { DOORS } from "../support/stack";

const SIX = Array.from({ length: 6 }, (_, index) => index);
const AUTHORISED = ["checkout.created", "direct_debit.authorised"];

const both = ({ key }: TestProvider) => ({ one: api("server", key), other: api("next", key) });

async function authorisedPlan() {
  const provider = await makeProvider();
  const { one, other } = both(provider);
  const created = await one.create(planBody(provider));
  const id = checkoutIdOf(created);
  await one.authorise(id);
  return { provider, one, other, id, created: created.body, body: confirmBody(created.body) };
}

const agreementsOf = (id: string) =>
  database()
    .select({ id: agreement.id })
    .from(agreement)
    .where(eq(agreement.checkoutId, id as Id<"chk">));

describe("at once through both doors", () => {
  it("six confirms sign one agreement, and all hear of it", async () => {
    const { one, other, id, body } = await authorisedPlan();
    const answers = await Promise.all(SIX.map((index) => (index % 2 ? one : other).confirm(id, body)));
    for (const answer of answers) {
      expect(answer.status, answer.text).toBe(200);
      const { url: _, ...signed } = answers[0]!.body.agreement;
      expect(answer.body.agreement).toMatchObject(signed);
    }
    expect(await agreementsOf(id)).toHaveLength(1);
    expect(await eventsOf(id)).toEqual([...AUTHORISED, "payment_plan.signed"]);
  });

  it("confirm and cancel: one of them wins, and everything says which", async () => {
    for (let round = 0; round < 4; round++) {
      const { one, other, id, body } = await authorisedPlan();
      const confirms = SIX.slice(0, 3).map(() => one.confirm(id, body));
      await new Promise((resolve) => setTimeout(resolve, round * 60));
      const [cancelled, ...confirmed] = await Promise.all([other.cancel(id), ...confirms]);
      const status = await one.status(id);
      if (cancelled.status === 200) {
        for (const answer of confirmed) expectProblem(answer, 410, "checkout_cancelled");
        expect(status.body).toMatchObject({ checkout_status: "Cancelled", agreement: null });
        expect(await agreementsOf(id)).toHaveLength(0);
        expect(await eventsOf(id)).toEqual([...AUTHORISED, "checkout.cancelled"]);
      } else {
        expectProblem(cancelled, 409, "cancel_not_applicable");
        for (const answer of confirmed) expect(answer.status).toBe(200);
        expect(status.body).toMatchObject({ checkout_status: "Confirmed" });
        expect(await agreementsOf(id)).toHaveLength(1);
        expect(await eventsOf(id)).toEqual([...AUTHORISED, "payment_plan.signed"]);
      }
    }
  });

  it("forty authorisations and forty cancels leave one order of events", async () => {
    const provider = await makeProvider();
    const { one, other } = both(provider);
    const authorised = checkoutIdOf(await one.create(planBody(provider)));
    const cancelled = checkoutIdOf(await one.create(planBody(provider)));
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => {
        const client = index % 2 ? one : other;
        return [client.authorise(authorised), client.cancel(cancelled)];
      }).flat(),
    );
    for (const answer of answers) expect(answer.status, answer.text).toBe(200);
    expect(await eventsOf(authorised)).toEqual(AUTHORISED);
    expect(await eventsOf(cancelled)).toEqual(["checkout.created", "checkout.cancelled"]);
  });
});

describe.each(DOORS)("another provider's checkout through the %s door", (door) => {
  it("shows no charge, even under the same order", async () => {
    const one = await makeProvider();
    const other = await makeProvider();
    const order = { provider_order_id: orderId() };
    await api(door, one.key).create(payNowBody(one, { provider: order }));
    const charges = await api(door, other.key).charges(order.provider_order_id);
    expect(charges.body.data).toEqual([]);
    expect((await api(door, other.key).get("/v1/sandbox/charges")).body.data).toEqual([]);
  });
});

describe.each(DOORS)("the checkout token through the %s door", (door) => {
  it("must be the latest: a wrong one and one that was replaced sign nothing", async () => {
    const { id, body, provider } = await authorisedPlan();
    const client = api(door, provider.key);
    const wrong = merge(body, { checkout: { checkout_token: "cht_wrong" } });
    expectProblem(await client.confirm(id, wrong), 403, "checkout_token_invalid");
    const issued = await client.post(`/v1/provider-checkouts/${id}/checkout-token`);
    expectProblem(await client.confirm(id, body), 403, "checkout_token_invalid");
    expect(await agreementsOf(id)).toHaveLength(0);
    const latest = merge(body, { checkout: issued.body.checkout });
    expect((await client.confirm(id, latest)).status).toBe(200);
    expect(await eventsOf(id)).toEqual([...AUTHORISED, "payment_plan.signed"]);
  });
});
