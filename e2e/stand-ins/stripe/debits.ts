import { randomUUID } from "node:crypto";
import type Stripe from "stripe";
import { addBusinessDays } from "../../../packages/dates/business-days";
import { addDays, type CalendarDate } from "../../../packages/dates/calendar";
import { dateInZone } from "../../../packages/dates/zone";
import { type createAccount, inState, invalid, metadataOf } from "./account";
import {
  type ListedEvent,
  newCustomer,
  newDispute,
  newEvent,
  newSettlement,
  newSetup,
} from "./debit-objects";
import { newCharge, newIntent } from "./objects";

/** Business days after a debit's date on which the bank answers, and on which its money is there. */
const RESULT_DAYS = 2;
const SETTLED_DAYS = 4;
const FAILING: ReadonlyMap<string, Stripe.PaymentIntent.LastPaymentError.Code> = new Map([
  ["111111113", "account_closed"],
  ["222222227", "insufficient_funds"],
  ["333333335", "debit_not_authorized"],
  ["111111116", "no_account"],
]);
/** A branch that does not exist. */
const UNKNOWN_BSB = "999999";

const newId = (prefix: string) => `${prefix}_${randomUUID().replaceAll("-", "")}`;
const startOf = (day: CalendarDate) => Date.parse(`${day}T00:00:00Z`) / 1000;

/** Direct debits of an account at Stripe, on a clock that can be moved ahead. */
export function createDebits(
  { intents, charges }: Pick<ReturnType<typeof createAccount>, "intents" | "charges">,
  isLive: () => boolean,
  now: () => Date,
) {
  const customers = new Map<string, Stripe.Customer>();
  const setups = new Map<string, Stripe.SetupIntent>();
  const events = new Map<string, ListedEvent>();
  const disputes = new Map<string, Stripe.Dispute>();
  const numbers = new Map<string, string>();

  const about = (prefix: string, created = Math.floor(now().getTime() / 1000)) => ({
    ...{ id: newId(prefix), created, livemode: isLive() },
  });
  const today = () => dateInZone(now(), "Australia/Sydney");
  const dateOf = (intent: Stripe.PaymentIntent) =>
    intent.payment_method_options?.au_becs_debit?.target_date ?? "";
  const customerIn = (params: URLSearchParams): string => {
    const id = params.get("customer") ?? "";
    if (!customers.has(id))
      throw invalid(400, `No such customer: ${id}`, { code: "resource_missing", param: "customer" });
    return id;
  };
  function tell(type: ListedEvent["type"], object: ListedEvent["data"]["object"], created?: number) {
    const event = newEvent({ ...about("evt", created), type, data: { object: { ...object } } });
    events.set(event.id, event);
  }

  function end(intent: Stripe.PaymentIntent, charge: Stripe.Charge, day: CalendarDate) {
    const code = FAILING.get(numbers.get(String(intent.payment_method)) ?? "");
    if (code) {
      const last_payment_error = { type: "invalid_request_error", code } as const;
      Object.assign(charge, { status: "failed", paid: false, failure_code: code });
      const status = "requires_payment_method";
      Object.assign(intent, { status, last_payment_error, payment_method: null });
      return tell("payment_intent.payment_failed", intent, startOf(day));
    }
    Object.assign(charge, { status: "succeeded", paid: true });
    Object.assign(intent, { status: "succeeded", amount_received: intent.amount });
    tell("payment_intent.succeeded", intent, startOf(day));
  }

  return {
    ...{ customers, setups, events, disputes },

    /** What has happened by now. */
    happen() {
      for (const intent of intents.values()) {
        const charge = charges.get(String(intent.latest_charge));
        const date = dateOf(intent);
        if (!charge || date === "") continue;
        const day = addBusinessDays(date, RESULT_DAYS);
        if (intent.status === "processing" && day <= today()) end(intent, charge, day);
        if (intent.status !== "succeeded") continue;
        const settled = addBusinessDays(date, SETTLED_DAYS);
        charge.balance_transaction = newSettlement({
          id: charge.id.replace("ch_", "txn_"),
          amount: charge.amount,
          available_on: startOf(settled),
          created: charge.created,
          status: settled <= today() ? "available" : "pending",
          source: charge.id,
        });
      }
    },

    createCustomer(params: URLSearchParams) {
      const [email, name] = [params.get("email"), params.get("name")];
      const customer = newCustomer({ ...about("cus"), email, name, metadata: metadataOf(params) });
      customers.set(customer.id, customer);
      return customer;
    },

    setUp(params: URLSearchParams) {
      const customer = customerIn(params);
      const bank = "payment_method_data[au_becs_debit]";
      for (const name of [`${bank}[bsb_number]`, `${bank}[account_number]`])
        if (!/^\d{5,9}$/.test(params.get(name) ?? "") || params.get(name) === UNKNOWN_BSB)
          throw invalid(400, "The bank account is not valid", { param: name });
      if (!params.has("payment_method_data[billing_details][email]"))
        throw invalid(400, "Missing email", { param: "billing_details" });
      if (!params.has("mandate_data[customer_acceptance][type]"))
        throw invalid(400, "Missing mandate_data", { param: "mandate_data" });
      const of = { customer, payment_method: newId("pm"), mandate: newId("mandate") };
      numbers.set(of.payment_method, params.get(`${bank}[account_number]`) ?? "");
      const setup = newSetup({ ...about("seti"), ...of, metadata: metadataOf(params) });
      setups.set(setup.id, setup);
      return setup;
    },

    create(params: URLSearchParams) {
      const customer = customerIn(params);
      const payment_method = params.get("payment_method") ?? "";
      if (!numbers.has(payment_method))
        throw invalid(400, "No such PaymentMethod", { code: "resource_missing", param: "payment_method" });
      const amount = Number(params.get("amount"));
      const intent = newIntent({ ...about("pi"), amount, currency: "aud", metadata: metadataOf(params) });
      const types = {
        allowed_payment_method_types: ["au_becs_debit"],
        payment_method_types: ["au_becs_debit"],
      };
      Object.assign(intent, { customer, payment_method, status: "requires_confirmation", ...types });
      intents.set(intent.id, intent);
      return intent;
    },

    confirm(intent: Stripe.PaymentIntent, params: URLSearchParams) {
      if (intent.status !== "requires_confirmation") throw inState(intent.status);
      const name = "payment_method_options[au_becs_debit][target_date]";
      const date = params.get(name) ?? "";
      if (date < addDays(today(), 3) || date > addDays(today(), 15))
        throw invalid(400, "The date must be between 3 and 15 days from now", { param: name });
      const mandate = params.get("mandate");
      if (![...setups.values()].some((one) => one.mandate === mandate))
        throw invalid(400, "The mandate is not valid", { code: "payment_intent_mandate_invalid" });
      const charge = newCharge(intent, { brand: "none", last4: "0000" });
      const bank = { bsb_number: "000000", last4: "3456", fingerprint: null, expected_debit_date: date };
      const payment_method_details = { type: "au_becs_debit", au_becs_debit: bank };
      Object.assign(charge, { status: "pending", paid: false, payment_method_details });
      charges.set(charge.id, charge);
      const payment_method_options = { au_becs_debit: { target_date: date } };
      return Object.assign(intent, {
        status: "processing",
        latest_charge: charge.id,
        payment_method_options,
      });
    },

    /** The bank takes the money back. */
    dispute(intent: Stripe.PaymentIntent, reason = "debit_not_authorized") {
      const charge = charges.get(String(intent.latest_charge));
      if (intent.status !== "succeeded" || !charge) throw inState(intent.status);
      charge.disputed = true;
      const of = { charge: charge.id, payment_intent: intent.id, amount: intent.amount, reason };
      const dispute = newDispute({ ...about("du"), ...of });
      disputes.set(dispute.id, dispute);
      tell("charge.dispute.created", dispute);
    },
  };
}
