import { describe, expect, expectTypeOf, inject, it } from "vitest";
import { parseTestToken, TEST_CARDS, type TestCardSlug } from "../../packages/cards/test-cards";
import {
  createProviderCheckoutClient,
  type Schema,
  type TestCard,
  testToken,
  type WebhookEvent,
} from "../../packages/client-typescript/index";
import { cardToken, daysAhead, orderId } from "../support/bodies";
import { makeProvider } from "../support/provider";
import { DOORS } from "../support/stack";

const student = { first_name: "Amelia", last_name: "Nguyen", email: "amelia@example.com" };
const course = { course_name: "Certificate IV in Bookkeeping" };

describe.each(DOORS)("the typed client, through the %s entry point", (door) => {
  async function setting() {
    const { code, key } = await makeProvider();
    const client = createProviderCheckoutClient({ baseUrl: inject("stack").doors[door], apiKey: key });
    return { client, provider: { provider_code: code, provider_order_id: orderId() } };
  }

  function payNow(provider: Schema<"ProviderReference">, token: string): Schema<"CreateCheckoutRequest"> {
    return {
      provider,
      student,
      course,
      pricing: { course_price: 1500, amount_to_finance: 1500 },
      plan: {
        payment_type: "upfront_payment",
        payment_frequency: "Upfront",
        number_of_instalments: 1,
        instalment_amount: 1500,
        first_payment_date: daysAhead(0),
      },
      card_payment: { token, amount_to_charge_now: 1500, payment_purpose: "card" },
    };
  }

  it("pays now", async () => {
    const { client, provider } = await setting();
    const { data, error, response } = await client.POST("/v1/provider-checkouts", {
      params: { header: { "Idempotency-Key": provider.provider_order_id } },
      body: payNow(provider, cardToken()),
    });
    expect([response.status, error]).toEqual([201, undefined]);
    const payment = data?.card_payment;
    if (payment?.status !== "succeeded") throw new Error("The card was not charged");
    expect([payment.success, payment.amount_charged, payment.card.last4]).toEqual([true, 1500, "4242"]);
    const charges = await client.GET("/v1/sandbox/charges", {
      params: { query: { provider_order_id: provider.provider_order_id } },
    });
    expect(charges.data?.data.map(({ amount, status }) => [amount, status])).toEqual([[1500, "succeeded"]]);
  });

  it("signs a plan", async () => {
    const { client, provider } = await setting();
    const created = await client.POST("/v1/provider-checkouts", {
      body: {
        provider,
        student,
        course,
        pricing: { course_price: 1500, amount_to_finance: 1500 },
        plan: {
          payment_type: "interest_free_payment_plan",
          payment_frequency: "Fortnightly",
          number_of_instalments: 26,
          instalment_amount: 57.69,
          first_payment_date: daysAhead(14),
        },
      },
    });
    if (!created.data) throw new Error(created.error.detail);
    const { checkout, plan, direct_debit } = created.data;
    expect(direct_debit?.setup_url).toContain("/api/dd-setup?session=");
    const path = { checkoutId: checkout.checkout_id };
    await client.POST("/v1/sandbox/provider-checkouts/{checkoutId}/authorise-direct-debit", {
      params: { path },
      body: { test_account: "success" },
    });
    const { checkout_token, checkout_id, opportunity_id, dda_id } = checkout;
    if (!opportunity_id || !dda_id) throw new Error("A plan has an Opportunity and an authority");
    const confirmed = await client.POST("/v1/provider-checkouts/{checkoutId}/confirm", {
      params: { path },
      body: {
        provider,
        checkout: { checkout_id, checkout_token, opportunity_id, dda_id },
        payment: {
          payment_method: "service_payment_plan",
          first_payment_date: plan.first_payment_date,
          deposit_confirmed: true,
        },
        declarations: {
          payment_plan_accepted: true,
          information_confirmed: true,
          privacy_consent_accepted: true,
        },
      },
    });
    expect(confirmed.data?.opportunity_stage).toBe("Payment Plan Signed");
    const pdf = await client.GET("/v1/provider-checkouts/{checkoutId}/agreement", {
      params: { path },
      parseAs: "arrayBuffer",
    });
    expect(
      Buffer.from(pdf.data ?? new ArrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe("%PDF-");
    const status = await client.GET("/v1/provider-checkouts/{checkoutId}", { params: { path } });
    expect(status.data?.timeline.map(({ type }) => type)).toEqual([
      "checkout.created",
      "direct_debit.authorised",
      "payment_plan.signed",
      "agreement.ready",
    ]);
    const listed = await client.GET("/v1/provider-checkouts", {
      params: { query: { checkout_status: "Confirmed", limit: 1 } },
    });
    expect(listed.data?.data.map((one) => one.checkout.checkout_id)).toEqual([checkout_id]);
  });

  it("a problem's code says which members it has", async () => {
    const { client, provider } = await setting();
    const { error } = await client.POST("/v1/provider-checkouts", {
      body: payNow(provider, cardToken("declined_insufficient_funds")),
    });
    if (error?.code !== "card_declined") throw new Error("The card was not declined");
    expectTypeOf(error.checkout_id).toEqualTypeOf<string>();
    expect(error.card_payment.decline_code).toBe("insufficient_funds");
    const again = await client.POST("/v1/provider-checkouts", { body: payNow(provider, "4242424242424242") });
    if (again.error?.code !== "validation_failed") throw new Error("A card number was accepted");
    expect(again.error.errors.map(({ pointer }) => pointer)).toEqual(["/card_payment/token"]);
  });
});

it("the body of an event is typed by its type", () => {
  const sequenceOf = (event: WebhookEvent<"payment_plan.signed">) => event.sequence;
  expectTypeOf<WebhookEvent<"payment_plan.signed">["type"]>().toEqualTypeOf<"payment_plan.signed">();
  expectTypeOf(sequenceOf).returns.toEqualTypeOf<number>();
});

it("a test token of each test card is one that the sandbox takes", () => {
  expectTypeOf<TestCard>().toEqualTypeOf<TestCardSlug>();
  for (const card of Object.keys(TEST_CARDS) as TestCard[])
    expect(parseTestToken(testToken(card))).toBe(card);
});
