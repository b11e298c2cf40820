import { expect, expectTypeOf, inject, it } from "vitest";
import { parseTestToken, TEST_CARDS, type TestCardSlug } from "../../packages/cards/test-cards";
import {
  createProviderCheckoutClient,
  type Schema,
  type TestCard,
  testToken,
} from "../../packages/client-typescript/index";
import { cardToken, daysAhead, orderId } from "../support/bodies";
import { makeProvider } from "../support/provider";

const student = { first_name: "Amelia", last_name: "Nguyen", email: "amelia@example.com" };
const course = { course_name: "Certificate IV in Bookkeeping" };

async function setting() {
  const { code, key } = await makeProvider();
  const client = createProviderCheckoutClient({ baseUrl: inject("stack").doors.server, apiKey: key });
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

it("a test token of each test card is one that the sandbox takes", () => {
  expectTypeOf<TestCard>().toEqualTypeOf<TestCardSlug>();
  for (const card of Object.keys(TEST_CARDS) as TestCard[])
    expect(parseTestToken(testToken(card))).toBe(card);
});
