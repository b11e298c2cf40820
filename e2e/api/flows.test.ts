import { describe, expect, it } from "vitest";
import { checkoutIdOf } from "../support/answer";
import { api } from "../support/api";
import { confirmBody, payNowBody, planBody } from "../support/bodies";
import { makeProvider } from "../support/provider";
import { DOORS } from "../support/stack";

describe.each(DOORS)("both flows of the specification, through the %s entry point", (door) => {
  it("Pay Now: the card is charged, no direct debit and no agreement exist", async () => {
    const provider = await makeProvider();
    const client = api(door, provider.key);
    const body = payNowBody(provider);
    const created = await client.create(body);
    expect(created.status).toBe(201);
    expect(created.headers.get("location")).toBe(created.body.links.self);
    expect(created.body).toMatchObject({
      checkout: { dda_id: null, opportunity_id: expect.stringMatching(/^opp_/) },
      checkout_status: "Payment Processing",
      authorisation_status: "Paid Upfront",
      opportunity_stage: "Paid Upfront",
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
  });

  it("Payment plan: created, authorised, confirmed, and the signed agreement is a PDF", async () => {
    const provider = await makeProvider();
    const client = api(door, provider.key);
    const created = await client.create(planBody(provider));
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({
      checkout_status: "Awaiting Direct Debit",
      authorisation_status: "Pending",
      opportunity_stage: "Checkout Started",
      next_action: { type: "authorise_direct_debit", url: created.body.direct_debit.setup_url },
    });
    expect(created.body.direct_debit.setup_url).toContain("/api/dd-setup?session=dds_");
    const id = checkoutIdOf(created);

    const authorised = await client.authorise(id);
    expect(authorised.body).toMatchObject({
      checkout_status: "Awaiting Confirmation",
      authorisation_status: "Authorised",
      opportunity_stage: "Direct Debit Authorised",
      next_action: { type: "confirm" },
    });

    const confirmed = await client.confirm(id, confirmBody(created.body));
    expect(confirmed.status).toBe(200);
    expect(confirmed.body).toMatchObject({
      checkout_status: "Confirmed",
      authorisation_status: "Authorised",
      opportunity_stage: "Payment Plan Signed",
    });

    const pdf = await client.get(`/v1/provider-checkouts/${id}/agreement`);
    expect(pdf.headers.get("content-type")).toBe("application/pdf");
    expect(pdf.text.startsWith("%PDF-")).toBe(true);
    expect(pdf.headers.get("etag")).toBe(`"${confirmed.body.agreement.sha256}"`);
  });
});
