import { describe, expect, it } from "vitest";
import { api, expectProblem } from "../../support/api";
import { confirmBody, payNowBody, planBody } from "../../support/bodies";
import { makeProvider } from "../../support/provider";
import { authorisedPlan, confirmedPlan, payNow, startedPlan } from "../../support/scenes";
import { DOORS } from "../../support/stack";

describe.each(DOORS)("specification, Two flows, through the %s entry point", (door) => {
  async function setting() {
    const provider = await makeProvider();
    return { provider, client: api(door, provider.key) };
  }

  describe("Pay Now (card)", () => {
    it("1. Create checkout: upfront_payment with card_payment.token makes one", async () => {
      const { provider, client } = await setting();
      expect((await client.create(payNowBody(provider))).status).toBe(201);
    });

    it("2. Collect bank authority: not used", async () => {
      const { provider, client } = await setting();
      const { answer, id } = await payNow(client, provider);
      expect(answer.body.direct_debit).toBeNull();
      expect(answer.body.checkout.dda_id).toBeNull();
      expectProblem(await client.authorise(id), 409, "dda_not_applicable");
    });

    it("3. Finish enrolment: success is true, and confirm is not called", async () => {
      const { provider, client } = await setting();
      const { answer, id } = await payNow(client, provider);
      expect(answer.body.card_payment.success).toBe(true);
      const confirm = confirmBody(answer.body, { checkout: { dda_id: "dda_01m7xzsvdaexwt5dmxs7qvyfwd" } });
      expectProblem(await client.confirm(id, confirm), 409, "confirm_not_applicable");
    });

    it("4. End state: charged, Opportunity, Payment Processing, Paid Upfront, no DDA, no agreement", async () => {
      const { provider, client } = await setting();
      const { id, orderId } = await payNow(client, provider);
      const { body } = await client.status(id);
      expect(body).toMatchObject({
        checkout_status: "Payment Processing",
        authorisation_status: "Paid Upfront",
        checkout: { opportunity_id: expect.stringMatching(/^opp_/), dda_id: null },
        direct_debit: null,
        agreement: null,
      });
      expect((await client.charges(orderId)).body.data).toHaveLength(1);
      expectProblem(await client.get(`/v1/provider-checkouts/${id}/agreement`), 404, "agreement_not_found");
    });
  });

  describe("Payment plan (direct debit)", () => {
    it("1. Create checkout: interest_free_payment_plan makes one", async () => {
      const { provider, client } = await setting();
      expect((await client.create(planBody(provider))).status).toBe(201);
    });

    it("2. Collect bank authority: setup_url is an address of the hosted page", async () => {
      const { provider, client } = await setting();
      const { answer } = await startedPlan(client, provider);
      expect(new URL(answer.body.direct_debit.setup_url).pathname).toBe("/api/dd-setup");
    });

    it("3. Finish enrolment: after the DDA is authorised, confirm takes declarations and dda_id", async () => {
      const { provider, client } = await setting();
      const { answer, id } = await authorisedPlan(client, provider);
      expect((await client.confirm(id, confirmBody(answer.body))).status).toBe(200);
    });

    it("4. End state: stage Payment Plan Signed, and the agreement's PDF exists", async () => {
      const { provider, client } = await setting();
      const { id } = await confirmedPlan(client, provider);
      expect((await client.status(id)).body.opportunity_stage).toBe("Payment Plan Signed");
      const pdf = await client.get(`/v1/provider-checkouts/${id}/agreement`);
      expect(pdf.text.startsWith("%PDF-")).toBe(true);
    });
  });
});
