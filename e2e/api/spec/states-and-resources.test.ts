import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { agreement, contact, dda, opportunity } from "../../../drizzle/schema";
import type { Id } from "../../../lib/domain/ids";
import { api, expectFieldError } from "../../support/api";
import { confirmBody, payNowBody, planBody } from "../../support/bodies";
import { database, makeProvider, type TestProvider } from "../../support/provider";
import { authorisedPlan, payNow, startedPlan } from "../../support/scenes";
import { DOORS } from "../../support/stack";

/** What the database holds of the records that the specification names. */
async function records(provider: TestProvider, checkoutId: string) {
  const of = (table: typeof opportunity | typeof dda | typeof agreement) =>
    and(eq(table.providerId, provider.id), eq(table.checkoutId, checkoutId as Id<"chk">));
  const db = database();
  return {
    contacts: await db.select().from(contact).where(eq(contact.providerId, provider.id)),
    opportunities: await db.select().from(opportunity).where(of(opportunity)),
    authorities: await db.select().from(dda).where(of(dda)),
    agreements: await db.select().from(agreement).where(of(agreement)),
  };
}

describe.each(DOORS)("specification, resources and states, through the %s entry point", (door) => {
  async function setting() {
    const provider = await makeProvider();
    return { provider, client: api(door, provider.key) };
  }

  it("create response: card_payment.success is true when the charge succeeded", async () => {
    const { provider, client } = await setting();
    const { body } = await client.create(payNowBody(provider));
    expect(body.card_payment.success).toBe(true);
  });

  it("create response: direct_debit.setup_url is a URL with the path /api/dd-setup", async () => {
    const { provider, client } = await setting();
    const { body } = await client.create(planBody(provider));
    expect(new URL(body.direct_debit.setup_url).pathname).toBe("/api/dd-setup");
  });

  it("create response: its checkout object is, member for member, that of the confirm request", async () => {
    const { provider, client } = await setting();
    const { id, answer } = await authorisedPlan(client, provider);
    const { checkout } = answer.body;
    expect(Object.keys(checkout).sort()).toEqual([
      "checkout_id",
      "checkout_token",
      "dda_id",
      "opportunity_id",
    ]);
    expect((await client.confirm(id, confirmBody(answer.body, { checkout }))).status).toBe(200);
  });

  it("environment resource: environment, gateway_mode, gateway_publishable_key, ready_for_api_calls", async () => {
    const { body } = await api(door).get("/v1/environment");
    expect(body).toEqual({
      environment: "sandbox",
      gateway_mode: "test",
      gateway_publishable_key: expect.stringMatching(/^pk_test_/),
      ready_for_api_calls: true,
    });
  });

  it("other records: a plan makes a student contact, an Opportunity and a DDA, and no agreement", async () => {
    const { provider, client } = await setting();
    const { id, answer } = await startedPlan(client, provider);
    const found = await records(provider, id);
    expect(found.contacts).toMatchObject([{ email: "amelia@example.com", firstName: "Amelia" }]);
    expect(found.opportunities).toMatchObject([
      { id: answer.body.checkout.opportunity_id, contactId: found.contacts[0]!.id },
    ]);
    expect(found.authorities).toMatchObject([{ id: answer.body.checkout.dda_id, status: "Pending" }]);
    expect(found.agreements).toEqual([]);
  });

  it("transition none → Pay Now: an Opportunity, no DDA and no Payment Plan Agreement", async () => {
    const { provider, client } = await setting();
    const { id, answer } = await payNow(client, provider);
    expect(answer.body).toMatchObject({
      checkout_status: "Payment Processing",
      authorisation_status: "Paid Upfront",
      opportunity_stage: "Paid Upfront",
    });
    const found = await records(provider, id);
    expect(found.contacts).toHaveLength(1);
    expect(found.opportunities).toHaveLength(1);
    expect(found.authorities).toEqual([]);
    expect(found.agreements).toEqual([]);
  });

  it("transition DDA authorised → confirm: Payment Plan Signed and one agreement", async () => {
    const { provider, client } = await setting();
    const { id, answer } = await authorisedPlan(client, provider);
    const confirmed = await client.confirm(id, confirmBody(answer.body));
    expect(confirmed.body.opportunity_stage).toBe("Payment Plan Signed");
    const found = await records(provider, id);
    expect(found.opportunities).toMatchObject([{ stage: "Payment Plan Signed" }]);
    expect(found.agreements).toMatchObject([{ sha256: confirmed.body.agreement.sha256 }]);
    expect(found.agreements[0]!.declarations.map(({ key }) => key)).toEqual([
      "payment_plan_accepted",
      "information_confirmed",
      "privacy_consent_accepted",
    ]);
  });

  it("transition DDA authorised → confirm: not without dda_id, not without the declarations", async () => {
    const { provider, client } = await setting();
    const { id, answer } = await authorisedPlan(client, provider);
    const without = (changes: object) => client.confirm(id, confirmBody(answer.body, changes));
    expectFieldError(await without({ checkout: { dda_id: undefined } }), "/checkout/dda_id", "dda_required");
    expectFieldError(
      await without({ declarations: { information_confirmed: false } }),
      "/declarations/information_confirmed",
      "declaration_required",
    );
    expect((await records(provider, id)).agreements).toEqual([]);
  });
});
