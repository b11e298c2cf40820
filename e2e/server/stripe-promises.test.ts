import { afterAll, beforeAll, describe, expect } from "vitest";
import { keepsItsPromises } from "../support/gateway-promises";
import { startStripe, stripeToken } from "../support/stripe";

let stripe: Awaited<ReturnType<typeof startStripe>>;

beforeAll(async () => {
  stripe = await startStripe();
});
afterAll(() => stripe.close());

describe("Stripe's adapter", () => {
  keepsItsPromises(() => ({
    gateway: stripe.adapter(),
    token: (outcome) => stripeToken(outcome === "succeeds" ? "visa" : "visa_chargeDeclined"),
  }));
});

describe("Stripe's adapter, where the bank asks the student first", () => {
  keepsItsPromises(() => ({
    gateway: stripe.adapter(),
    token: (outcome) =>
      stripeToken(outcome === "succeeds" ? "threeDSecure2Required" : "threeDSecureRequiredChargeDeclined"),
    async act(key) {
      const [id] = [...stripe.account.intents].find(([, { metadata }]) => metadata.key === key) ?? [];
      const page = await fetch(new URL(`3d_secure/${id}`, stripe.address));
      expect(await page.text()).toContain("Complete");
      const body = new URLSearchParams({ outcome: "complete" });
      const sent = await fetch(page.url, { method: "POST", body, redirect: "manual" });
      expect(sent.headers.get("location")).toContain("/card-payment/return?payment_intent=pi_");
    },
  }));
});
