import { randomBytes, randomInt } from "node:crypto";
import type { TestCardSlug } from "../../packages/cards/test-cards";
import { addDays } from "../../packages/dates/calendar";
import { dateInZone } from "../../packages/dates/zone";
import type { TestProvider } from "./provider";

/** JSON bodies as a provider sends them; tests change what they are about. Loose on purpose: hostile ones too. */
// biome-ignore lint/suspicious/noExplicitAny: a test may put anything anywhere
export type Body = Record<string, any>;

export const orderId = () => `ORD-${randomBytes(6).toString("hex")}`;

/** A calendar date so many days from today in Sydney. */
export const daysAhead = (days: number) => addDays(dateInZone(new Date(), "Australia/Sydney"), days);

/** A fresh token as the capture script would make it for a test card. */
export function cardToken(card: TestCardSlug | (string & {}) = "visa"): string {
  const letters = Array.from({ length: 22 }, () => String.fromCharCode(97 + randomInt(26))).join("");
  return `tok_test_${card}_${letters}`;
}

export function planBody(provider: TestProvider, changes: Body = {}): Body {
  return merge(
    {
      provider: { provider_code: provider.code, provider_order_id: orderId(), provider_account_id: "ACC-1" },
      student: { first_name: "Amelia", last_name: "Nguyen", email: "amelia@example.com" },
      course: { course_name: "Certificate IV in Bookkeeping" },
      pricing: { course_price: 1500, amount_to_finance: 1500 },
      plan: {
        payment_type: "interest_free_payment_plan",
        payment_frequency: "Fortnightly",
        number_of_instalments: 26,
        instalment_amount: 57.69,
        first_payment_date: daysAhead(14),
      },
    },
    changes,
  );
}

export function payNowBody(provider: Pick<TestProvider, "code">, changes: Body = {}): Body {
  return merge(
    {
      provider: { provider_code: provider.code, provider_order_id: orderId(), provider_account_id: "ACC-1" },
      student: { first_name: "Amelia", last_name: "Nguyen", email: "amelia@example.com" },
      course: { course_name: "Certificate IV in Bookkeeping" },
      pricing: { course_price: 1500, amount_to_finance: 1500, upfront_payment: 1500 },
      plan: {
        payment_type: "upfront_payment",
        payment_frequency: "Upfront",
        number_of_instalments: 1,
        instalment_amount: 1500,
        first_payment_date: daysAhead(0),
      },
      card_payment: { token: cardToken(), amount_to_charge_now: 1500, payment_purpose: "card" },
    },
    changes,
  );
}

/** The confirm that follows a plan's create: the `checkout` object is passed on unchanged. */
export function confirmBody(created: Body, changes: Body = {}): Body {
  const { provider_code, provider_order_id } = created.provider;
  return merge(
    {
      provider: { provider_code, provider_order_id },
      checkout: created.checkout,
      payment: {
        payment_method: "service_payment_plan",
        first_payment_date: created.plan.first_payment_date,
        deposit_confirmed: true,
      },
      declarations: {
        payment_plan_accepted: true,
        information_confirmed: true,
        privacy_consent_accepted: true,
      },
    },
    changes,
  );
}

/** Objects merge member by member; anything else replaces; undefined takes a member away. */
export function merge(base: Body, changes: Body): Body {
  const out: Body = { ...base };
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) delete out[name];
    else if (isObject(value) && isObject(out[name])) out[name] = merge(out[name], value);
    else out[name] = value;
  }
  return out;
}

function isObject(value: unknown): value is Body {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
