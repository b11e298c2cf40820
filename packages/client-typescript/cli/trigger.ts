import { dataOf } from "../errors.js";
import { isProblem, type Schema, type TestCard, testToken } from "../index.js";
import { letters } from "../sandbox.js";
import { type Call, type Command, columns, Failure, UsageError } from "./command.js";

type Create = Schema<"CreateCheckoutRequest">;

interface Cause {
  does: string;
  run(call: Call): Promise<{ checkout: { checkout_id: string } }>;
}

/** What causes each event, in words and by the API. No call makes an email undeliverable. */
const CAUSES: Record<string, Cause> = {
  "checkout.created": { does: "creates a payment plan", run: createPlan },
  "direct_debit.authorised": {
    does: "creates a payment plan and authorises its direct debit",
    run: authorisePlan,
  },
  "payment_plan.signed": {
    does: "creates a payment plan, authorises its direct debit and confirms it",
    run: confirmPlan,
  },
  "agreement.ready": {
    does: "does the same, and waits until the agreement is made",
    async run(call) {
      const made = await confirmPlan(call);
      // The client asks for it again while it is being made.
      await call.client.checkouts.agreement(made.checkout.checkout_id);
      return made;
    },
  },
  "checkout.cancelled": {
    does: "creates a payment plan and cancels it",
    run: async (call) => call.client.checkouts.cancel((await createPlan(call)).checkout.checkout_id),
  },
  "checkout.expired": {
    does: "creates a payment plan and lets its time run out",
    run: async (call) => call.client.sandbox.expire((await createPlan(call)).checkout.checkout_id),
  },
  "card_payment.succeeded": {
    does: "pays now with a card that succeeds",
    run: (call) => payNow(call, "visa"),
  },
  "card_payment.failed": {
    does: "pays now with a card that is declined",
    async run(call) {
      try {
        return await payNow(call, "declined_generic_decline");
      } catch (error) {
        if (!isProblem(error, "card_declined")) throw error;
        return { checkout: { checkout_id: error.problem.checkout_id } };
      }
    },
  },
};

const listed = columns(Object.entries(CAUSES).map(([type, { does }]) => [`  ${type}`, does])).join("\n");

export const TRIGGER: Command = {
  word: "EVENT",
  summary: "Makes in the sandbox what causes an event",
  more: `It makes a checkout of its own and goes through it by the API, so that the event is a real one:\n${listed}`,
  async run(call) {
    const { word: type = "", client } = call;
    const cause = Object.hasOwn(CAUSES, type) ? CAUSES[type] : undefined;
    if (!cause) throw new UsageError(`Name the event to make:\n${listed}`);
    const { environment } = dataOf<Schema<"Environment">>(await client.GET("/v1/environment"));
    if (environment !== "sandbox") throw new Failure("Only the sandbox makes events that nobody caused.");
    const { checkout_id } = (await cause.run(call)).checkout;
    const { timeline } = await client.checkouts.retrieve(checkout_id);
    const event_id = timeline.find((entry) => entry.type === type)?.event_id;
    if (event_id === undefined) throw new Failure(`${checkout_id} has no ${type}`);
    const made = { event_id, type, checkout_id };
    call.print(call.has("json") ? JSON.stringify(made) : `${type}  ${event_id}  ${checkout_id}`);
    return true;
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

function createPlan(call: Call) {
  return call.client.checkouts.create({
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
}

const payNow = (call: Call, card: TestCard) =>
  call.client.checkouts.create({
    ...sample(call),
    pricing: { course_price: 1500, amount_to_finance: 1500, upfront_payment: 1500 },
    plan: {
      payment_type: "upfront_payment",
      payment_frequency: "Upfront",
      number_of_instalments: 1,
      instalment_amount: 1500,
      first_payment_date: inTwoWeeks(),
    },
    card_payment: { token: testToken(card), amount_to_charge_now: 1500, payment_purpose: "card" },
  });

async function authorisePlan(call: Call) {
  const created = await createPlan(call);
  await call.client.sandbox.authoriseDirectDebit(created.checkout.checkout_id);
  return created;
}

async function confirmPlan(call: Call) {
  const { provider, checkout, plan } = await authorisePlan(call);
  const { provider_code, provider_order_id } = provider;
  return call.client.checkouts.confirm(checkout.checkout_id, {
    provider: { provider_code, provider_order_id },
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
}
