import { z } from "zod";
import { LONGEST, MAX_INSTALMENTS } from "../domain/limits";
import type { Cents } from "../domain/money";
import { type OutsidePayment, PLAN_STATUSES, STANDINGS } from "../domain/plan";
import { date, instant, url } from "./answer-fields";
import { EXAMPLE } from "./examples";
import { calendarDate, MOMENT_EXAMPLE, moment, money, option, report, text } from "./fields";
import { cursorOf, limitOf, listedPage } from "./paging";
import { planResource } from "./payment-plan";
import { sandboxWarnings } from "./resource";

/** Requests about collected plans: contract "Real money", section 4. */

export const plansQuery = z.object({
  status: option(PLAN_STATUSES).optional().meta({ description: "Return only plans in this state." }),
  standing: option(STANDINGS)
    .optional()
    .meta({ description: "Return only plans that stand so. `arrears` finds students who owe a payment." }),
  updated_since: moment(". Write + as %2B in a query")
    .optional()
    .meta({
      description: "Return only plans that changed at this time or later.",
      examples: [MOMENT_EXAMPLE],
    }),
  limit: limitOf("plans"),
  cursor: cursorOf("chk").optional(),
});

export const planList = listedPage("PaymentPlanList", planResource, "payment plans");

const CHANGE_KINDS = ["pause", "resume", "move", "retry", "outside_payment", "new_account", "end"] as const;

const NEEDS = {
  pause: ["until"],
  resume: [],
  move: ["number", "date"],
  retry: ["number", "date"],
  outside_payment: ["number", "received_on"],
  new_account: [],
  end: [],
} as const satisfies Record<(typeof CHANGE_KINDS)[number], readonly Needed[]>;
type Needed = "until" | "number" | "date" | "received_on";

/** `amountCents` null: whatever the payment is. */
type OutsidePaymentCommand = Omit<OutsidePayment, "recordedBy"> & { amountCents: Cents | null };

export const planChangeRequest = z
  .object({
    kind: option(CHANGE_KINDS).meta({
      description:
        "`pause`: no debit before `until`; the later payments move back. `resume`: end a pause, or take the plan off a hold. `move`: debit the payment `number` on `date`. `retry`: debit the failed payment `number` again on `date`. `outside_payment`: the payment `number` was paid to you another way, in full. `new_account`: let the student give another bank account, on the page `setup_url`. `end`: debit nothing more.",
    }),
    preview: z
      .boolean()
      .nullish()
      .meta({
        description: "`true`: nothing is changed. The response shows what would be.",
        examples: [true],
      }),
    until: calendarDate().nullish().meta({ description: "For `pause`: the first date of a debit." }),
    number: z
      .int()
      .min(1)
      .max(MAX_INSTALMENTS)
      .meta({ format: "int32" })
      .nullish()
      .meta({
        description: "The number of the payment. Not for `pause`, `resume`, `new_account` and `end`.",
        examples: [2],
      }),
    date: calendarDate().nullish().meta({ description: "For `move` and `retry`: the date of the debit." }),
    amount: money(1, 250).nullish().meta({
      description: "For `outside_payment`: what you received. It must be the amount of the payment.",
    }),
    received_on: calendarDate()
      .nullish()
      .meta({ description: "For `outside_payment`: when you received it. Not in the future." }),
    reference: text(LONGEST.reference, "Transfer 20714", "refused")
      .nullish()
      .meta({ description: "For `outside_payment`: your own reference." }),
  })
  .transform(({ kind, preview, until, number, date, amount, received_on, reference }, ctx) => {
    const given = { until: until ?? null, number: number ?? null, date: date ?? null };
    for (const field of NEEDS[kind])
      if ((field === "received_on" ? received_on : given[field]) == null)
        report(ctx, "required", `is required for ${kind}`, `${field}, with ${kind}`, [field]);
    const outside: { outside?: OutsidePaymentCommand } = received_on
      ? { outside: { amountCents: amount ?? null, receivedOn: received_on, reference: reference ?? null } }
      : {};
    return { kind, isPreview: preview ?? false, ...given, ...outside };
  })
  .meta({ id: "PaymentPlanChangeRequest", description: "A change of a payment plan." });
export type PlanChangeCommand = z.output<typeof planChangeRequest>;

export const changedPlan = z
  .object({
    preview: z.boolean().meta({
      description: "Whether this only shows what would be. Then nothing was changed.",
      examples: [false],
    }),
    takes_effect_on: date(
      "Debits that are handed over before this date stay as they were. Your student gets 14 days' notice of your pause, move or retry.",
    ),
    setup_url: url("The hosted page.", EXAMPLE.setupPath)
      .nullable()
      .meta({
        description:
          "For `new_account`: the URL of the hosted page on which the student gives and authorises another account, for 24 hours. Until then the plan stays as it is. Whoever has the URL can authorise. Null for a preview and for all other changes.",
        examples: [null],
      }),
    payment_plan: planResource,
    ...sandboxWarnings,
  })
  .meta({ id: "ChangedPaymentPlan", description: "The plan with the change." });

export const clockRequest = z
  .object({
    advance_days: z
      .int()
      .min(1)
      .max(400)
      .meta({ format: "int32", description: "How many days the clock moves ahead.", examples: [14] }),
  })
  .meta({ id: "ClockRequest", description: "Moves the clock of your sandbox's collection." });

export const clock = z
  .object({
    now: instant("The time that collection goes by."),
    today: date("The date that collection goes by, in your time zone."),
    ...sandboxWarnings,
  })
  .meta({ id: "SandboxClock", description: "The clock of your sandbox's collection." });
