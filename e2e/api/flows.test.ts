import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { agreement, contact, dda, opportunity } from "../../drizzle/schema";
import { checkoutIdOf, ok } from "../support/answer";
import { newCaller } from "../support/api";
import { confirmBody, payNowBody, planBody } from "../support/bodies";
import { database, type TestProvider } from "../support/provider";
import { DOORS } from "../support/stack";

/** What the database holds of the records that the specification names. */
async function records(provider: TestProvider, checkoutId: string) {
  const of = (table: typeof opportunity | typeof dda | typeof agreement) =>
    and(eq(table.providerId, provider.id), eq(table.checkoutId, checkoutId as never));
  const db = database();
  return {
    contacts: await db.select().from(contact).where(eq(contact.providerId, provider.id)),
    opportunities: await db.select().from(opportunity).where(of(opportunity)),
    authorities: await db.select().from(dda).where(of(dda)),
    agreements: await db.select().from(agreement).where(of(agreement)),
  };
}

describe.each(DOORS)("both flows of the specification, through the %s entry point", (door) => {
  it("Pay Now: the card is charged, no direct debit and no agreement exist", async () => {
    const { provider, client } = await newCaller(door);
    const body = payNowBody(provider);
    const created = await client.create(body);
    expect(created.status).toBe(201);
    expect(created.headers.get("location")).toBe(created.body.links.self);
    expect(created.body).toMatchObject({
      checkout: { dda_id: null, opportunity_id: expect.stringMatching(/^opp_/) },
      card_payment: {
        success: true,
        status: "succeeded",
        amount_charged: 1500,
        card: { scheme: "visa", last4: "4242" },
      },
      direct_debit: null,
      agreement: null,
      expires_at: null,
      next_action: { type: "none" },
    });
    const charges = await client.charges(body.provider.provider_order_id);
    expect(charges.body.data).toMatchObject([{ amount: 1500, status: "succeeded" }]);
    const made = await records(provider, checkoutIdOf(created));
    expect([made.contacts.length, made.opportunities.length]).toEqual([1, 1]);
    expect([made.authorities, made.agreements]).toEqual([[], []]);
  });

  it("Payment plan: created, authorised and confirmed, with the records that it is to leave", async () => {
    const { provider, client } = await newCaller(door);
    const created = await client.create(planBody(provider));
    expect(created.status).toBe(201);
    const { checkout_token: _, ...ids } = created.body.checkout;
    expect(Object.keys(ids).sort()).toEqual(["checkout_id", "dda_id", "opportunity_id"]);
    const setup = new URL(created.body.direct_debit.setup_url);
    expect([setup.pathname, [...setup.searchParams.keys()]]).toEqual(["/api/dd-setup", ["session"]]);
    expect(setup.searchParams.get("session")).toMatch(/^dds_/);
    const id = checkoutIdOf(created);
    const location = new URL(created.headers.get("location") ?? "").pathname;
    expect(location).toBe(`/v1/provider-checkouts/${id}`);
    const { timeline, ...resource } = (await client.get(location)).body;
    expect(resource).toEqual({ ...created.body, checkout: ids });
    expect(timeline).toHaveLength(1);
    const begun = await records(provider, id);
    expect(begun.contacts).toMatchObject([{ email: "amelia@example.com", firstName: "Amelia" }]);
    expect(begun.opportunities).toMatchObject([{ id: ids.opportunity_id, contactId: begun.contacts[0]?.id }]);
    expect(begun.authorities).toMatchObject([{ id: ids.dda_id, status: "Pending" }]);
    expect(begun.agreements).toEqual([]);

    ok(await client.authorise(id));
    const confirmed = await client.confirm(id, confirmBody(created.body));
    expect(confirmed.status).toBe(200);
    const signed = await records(provider, id);
    expect(signed.opportunities).toMatchObject([{ stage: "Payment Plan Signed" }]);
    expect(signed.agreements).toMatchObject([{ sha256: confirmed.body.agreement.sha256 }]);
    expect(signed.agreements[0]?.declarations.map(({ key }) => key)).toEqual([
      "payment_plan_accepted",
      "information_confirmed",
      "privacy_consent_accepted",
    ]);
  });
});
