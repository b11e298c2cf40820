import type { Schema } from "../index.js";
import { type Command, columns, oneOf, optionOf } from "./command.js";
import { UsageError } from "./faults.js";

type Status = Schema<"CheckoutStatus">["checkout_status"];
const STATUSES: readonly Status[] = [
  "Awaiting Direct Debit",
  "Awaiting Confirmation",
  "Confirmed",
  "Payment Pending",
  "Payment Processing",
  "Payment Failed",
  "Expired",
  "Cancelled",
];
const LONGEST_PAGE = 100;

export const GET: Command = {
  words: ["CHECKOUT_ID"],
  summary: "Shows a checkout, and what has happened to it",
  hasJson: true,
  async run(call) {
    const checkout = await call.client.checkouts.retrieve(call.words[0] ?? "");
    if (call.json) {
      call.print(JSON.stringify(checkout, null, 2));
      return;
    }
    const { provider, student, pricing, next_action, timeline } = checkout;
    const lines = columns([
      ["Checkout", checkout.checkout.checkout_id],
      ["Order", provider.provider_order_id],
      ["Student", `${student.first_name} ${student.last_name}, ${student.email}`],
      ["Course", `${checkout.course.course_name}, $${pricing.course_price.toFixed(2)}`],
      ["Status", checkout.checkout_status],
      // Its address is left out: who holds it can act for the student.
      ["Next action", next_action.type],
      ["Created", checkout.created_at],
      ["Expires", checkout.expires_at ?? "never"],
      ...timeline.map(({ at, type, actor }) => [at, `${type}, by ${actor}`]),
    ]);
    for (const line of lines) call.print(line);
  },
};

export const LIST: Command = {
  words: [],
  summary: "Lists checkouts, newest first",
  options: {
    order: { value: "ORDER", help: "Only the checkouts of this provider_order_id" },
    status: { value: "STATUS", help: 'Only those in this status, such as "Awaiting Confirmation"' },
    limit: { value: "NUMBER", help: "How many at most; 20 without it" },
  },
  hasJson: true,
  async run(call) {
    const limit = Number(optionOf(call, "limit") ?? 20);
    if (!Number.isInteger(limit) || limit < 1) throw new UsageError("--limit is a number from 1");
    const status = optionOf(call, "status");
    const query = {
      provider_order_id: optionOf(call, "order"),
      checkout_status: status === undefined ? undefined : oneOf("--status", status, STATUSES),
      limit: Math.min(limit, LONGEST_PAGE),
    };
    const found: Schema<"CheckoutWithoutActions">[] = [];
    for await (const one of call.client.checkouts.list(query, { signal: call.signal })) {
      found.push(one);
      if (found.length === limit) break;
    }
    if (call.json) for (const one of found) call.print(JSON.stringify(one));
    else {
      const rows = found.map(({ checkout, checkout_status, created_at, provider }) => [
        checkout.checkout_id,
        checkout_status,
        created_at,
        provider.provider_order_id,
      ]);
      for (const line of columns(rows)) call.print(line);
    }
    if (found.length === 0) call.note("There is no such checkout.");
  },
};
