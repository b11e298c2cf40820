import { dataOf } from "../errors.js";
import { isProblem, type Schema, type TestCard, testToken } from "../index.js";
import { letters } from "../sandbox.js";
import { type Call, type Command, columns, oneOf } from "./command.js";
import { Failure, UsageError } from "./faults.js";
import { EVENT_TYPES } from "./follow.js";

/** No call makes a mail server refuse an email. */
type Caused = Exclude<(typeof EVENT_TYPES)[number], "student.email_undelivered">;
const CAUSED = EVENT_TYPES.filter((type): type is Caused => type !== "student.email_undelivered");
type Create = Schema<"CreateCheckoutRequest">;

/** What causes each event, in words and by the API. @returns the checkout's id */
const CAUSES: Record<Caused, { does: string; run(call: Call): Promise<string> }> = {
  "checkout.created": {
    does: "creates a payment plan",
    run: async (call) => (await createPlan(call)).checkout.checkout_id,
  },
  "direct_debit.authorised": {
    does: "creates a payment plan and authorises its direct debit",
    run: async (call) => (await authorisePlan(call)).checkout.checkout_id,
  },
  "payment_plan.signed": {
    does: "creates a payment plan, authorises its direct debit and confirms it",
    run: confirmPlan,
  },
  "agreement.ready": {
    does: "does the same, and waits until the agreement is made",
    async run(call) {
      const checkout_id = await confirmPlan(call);
      // A download is asked for again while the agreement is being made.
      await call.client.checkouts.agreement(checkout_id);
      return checkout_id;
    },
  },
  "checkout.cancelled": {
    does: "creates a payment plan and cancels it",
    async run(call) {
      const { checkout_id } = (await createPlan(call)).checkout;
      await call.client.checkouts.cancel(checkout_id);
      return checkout_id;
    },
  },
  "checkout.expired": {
    does: "creates a payment plan and lets its time run out",
    async run(call) {
      const { checkout_id } = (await createPlan(call)).checkout;
      await call.client.sandbox.expire(checkout_id);
      return checkout_id;
    },
  },
  "card_payment.succeeded": {
    does: "pays now with a card that succeeds",
    run: async (call) => (await call.client.checkouts.create(payNow(call, "visa"))).checkout.checkout_id,
  },
  "card_payment.failed": {
    does: "pays now with a card that is declined",
    async run(call) {
      try {
        await call.client.checkouts.create(payNow(call, "declined_generic_decline"));
      } catch (error) {
        if (isProblem(error, "card_declined")) return error.problem.checkout_id;
        throw error;
      }
      throw new Failure("The card was not declined");
    },
  },
};

const listed = columns(CAUSED.map((type) => [`  ${type}`, CAUSES[type].does]));

export const TRIGGER: Command = {
  words: ["[EVENT]"],
  summary: "Makes in the sandbox what causes an event; without one, lists the events",
  more: `It makes a checkout of its own and goes through it by the API, so that the event is a real one:\n${listed.join("\n")}`,
  options: { "provider-code": { value: "CODE", help: "In place of PROVIDER_CODE" } },
  hasJson: true,
  async run(call) {
    const [word] = call.words;
    if (word === undefined) {
      for (const type of CAUSED) if (call.json) call.print(JSON.stringify({ type, does: CAUSES[type].does }));
      if (!call.json) for (const line of listed) call.print(line.trim());
      return;
    }
    const type = oneOf("The event", word, CAUSED);
    const { environment } = dataOf<Schema<"Environment">>(await call.client.GET("/v1/environment"));
    if (environment !== "sandbox") throw new Failure("Only the sandbox makes events that nobody caused.");
    const checkout_id = await CAUSES[type].run(call);
    const { timeline } = await call.client.checkouts.retrieve(checkout_id);
    const event_id = timeline.find((entry) => entry.type === type)?.event_id;
    if (event_id === undefined) throw new Failure(`${checkout_id} has no ${type}`);
    call.print(
      call.json ? JSON.stringify({ event_id, type, checkout_id }) : `${type}  ${event_id}  ${checkout_id}`,
    );
  },
};

/** What both flows share: a sample student, and an order of its own. */
function sample({ settings: { providerCode } }: Call): Pick<Create, "provider" | "student" | "course"> {
  if (providerCode === undefined)
    throw new UsageError("No provider is known. Set PROVIDER_CODE to your provider code.");
  return {
    provider: { provider_code: providerCode, provider_order_id: `TRIGGER-${letters(12).toUpperCase()}` },
    student: { first_name: "Amelia", last_name: "Nguyen", email: "amelia@example.com" },
    course: { course_name: "Certificate IV in Bookkeeping" },
  };
}

/** No day is early in any time zone. */
const inTwoWeeks = () => new Date(Date.now() + 14 * 86_400_000).toISOString().slice(0, 10);

const createPlan = (call: Call) =>
  call.client.checkouts.create({
    ...sample(call),
    pricing: { course_price: 1500, amount_to_finance: 1500 },
    plan: {
      payment_type: "interest_free_payment_plan",
      payment_frequency: "Fortnightly",
      number_of_instalments: 6,
      instalment_amount: 250,
      first_payment_date: inTwoWeeks(),
    },
  });

const payNow = (call: Call, card: TestCard): Create => ({
  ...sample(call),
  pricing: { course_price: 1500, amount_to_finance: 1500, upfront_payment: 1500 },
  plan: {
    payment_type: "upfront_payment",
    payment_frequency: "Upfront",
    number_of_instalments: 1,
    instalment_amount: 1500,
    first_payment_date: inTwoWeeks(),
  },
  card_payment: {
    token: testToken(card),
    amount_to_charge_now: 1500,
    payment_purpose: "card",
  },
});

async function authorisePlan(call: Call) {
  const created = await createPlan(call);
  await call.client.sandbox.authoriseDirectDebit(created.checkout.checkout_id);
  return created;
}

async function confirmPlan(call: Call): Promise<string> {
  const { provider, checkout, plan } = await authorisePlan(call);
  await call.client.checkouts.confirm(checkout.checkout_id, {
    provider: { provider_code: provider.provider_code, provider_order_id: provider.provider_order_id },
    checkout,
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
  });
  return checkout.checkout_id;
}
