import { z } from "zod";
import { LONGEST, MAX_INSTALMENTS } from "../domain/limits";
import { DEBIT_REASONS, DEBIT_STATUSES, HOLD_REASONS, PLAN_STATUSES, STANDINGS } from "../domain/plan";
import { amount, count, date, id, instant, open, orNull, words } from "./answer-fields";
import { ABOUT } from "./descriptions";
import { EXAMPLE, EXAMPLE_PLAN } from "./examples";

/** A signed plan that we collect: contract "Real money", section 4. */

const MAX_ATTEMPTS = 1_000;

const ABOUT_STATUS =
  "`Active`: debits are made by the schedule. `Paused`: no debit before `paused_until`. `On Hold`: nothing is debited until a person acts, see `hold_reason`. `Completed`: all is paid. `Ended`: nothing more is debited.";
const ABOUT_UNTIL =
  "The last business day on which the student can change this debit. Null if it cannot change now, as during a hold.";

const summary = {
  status: open(PLAN_STATUSES).meta({ description: ABOUT_STATUS, examples: ["Active"] }),
  hold_reason: orNull(
    open(HOLD_REASONS),
    "`authority_ended`: the bank account is closed or wrong. `bank_stopped`: the bank or the student stopped a debit. `two_failed`: two debits in a row failed. `person`: somebody put the plan on hold. Null otherwise.",
  ),
  paused_until: orNull(
    date("No debit is made before this date."),
    "No debit before this date. Null if it is not paused.",
  ),
  standing: open(STANDINGS).meta({
    description:
      "`up_to_date`: nothing is owed from the past. `in_flight`: a debit is on its way, or the outcome of a card payment is not known. `arrears`: a debit failed and is still owed.",
    examples: ["up_to_date"],
  }),
  arrears: orNull(
    z.object({
      amount: amount("What is owed, in dollars."),
      since: date("The date of the first debit that is still owed."),
    }),
    "What is owed because a debit failed. Null if nothing is.",
  ),
  paid: amount("What was paid, in dollars."),
  outstanding: amount("What is not paid yet, in dollars."),
  next_debit: z
    .object({
      number: count(1, MAX_INSTALMENTS, "The number of the instalment."),
      date: date("The date of the debit."),
      amount: amount("The amount of the debit, in dollars."),
      can_change_until: date("The last business day on which the student can change it."),
    })
    .nullable()
    .meta({
      description: "The next debit that was not sent yet. Null if none is planned.",
      examples: [{ number: 2, date: "2027-02-22", amount: 250, can_change_until: "2027-02-16" }],
    }),
};

/** As the checkout and events have it. */
export const planSummary = z.object(summary).meta({
  id: "PaymentPlanSummary",
  description: "How the collection of a signed plan stands.",
});
export type PlanSummaryResource = z.output<typeof planSummary>;

export const debitResource = z
  .object({
    debit_id: id("dbt", "The id of the debit. The processor has it too."),
    number: count(1, MAX_INSTALMENTS, "The number of the instalment."),
    attempt: count(1, MAX_ATTEMPTS, "1 for the first debit of the instalment, 2 for the next."),
    amount: amount("The amount of the debit, in dollars."),
    refunded: amount("What was refunded of it, in dollars. The payment is not owed again.", 0),
    date: date("The day on which the account is debited."),
    status: open(DEBIT_STATUSES).meta({
      description:
        "`Sending`: whether the processor has it is not known yet. `Sent`: it can no longer be stopped. `Paid`. `Reversed`: it was paid, and the bank took the money back. `Dishonoured`: it failed. `Refused`: it never reached a bank.",
      examples: ["Paid"],
    }),
    reason: orNull(open(DEBIT_REASONS), "Why it failed or was taken back. Null otherwise."),
    updated_at: instant("When the status last changed."),
  })
  .meta({ id: "Debit", description: "A debit of an instalment." });
export type DebitResource = z.output<typeof debitResource>;

const outsidePayment = z
  .object({
    received_on: date("When you received it."),
    reference: orNull(
      words(LONGEST.reference, "Your own reference.", "Transfer 20714"),
      "Your own reference. Null if you gave none.",
    ),
    recorded_by: words(255, "Who recorded it, as in the timeline.", `api_key:${EXAMPLE.keyId}`),
  })
  .meta({
    id: "OutsidePayment",
    description: "Money that came to you another way and pays all of a payment.",
  });

const cardPayment = z
  .object({
    charge_id: id("cat", "The id of the charge. It can pay several instalments at once."),
    paid_at: orNull(
      instant("When the card paid it."),
      "When the card paid it. Null while the outcome is not known: until then it is not debited.",
    ),
  })
  .meta({ id: "InstalmentCardPayment", description: "A card payment by the student, of all of a payment." });

const planInstalment = z
  .object({
    number: count(1, MAX_INSTALMENTS, "The number of the instalment, from 1."),
    due_date: date("The date by the plan's rhythm."),
    debit_date: date("The date of the debit, or the day on which a card paid it."),
    amount: amount("The amount, in dollars."),
    can_change_until: orNull(date(ABOUT_UNTIL), ABOUT_UNTIL),
    outside_payment: orNull(
      outsidePayment,
      "The payment that you received another way. Null if you told of none.",
    ),
    card_payment: orNull(cardPayment, "The student's payment by card. Null if there is none."),
    debits: z
      .array(debitResource)
      .meta({ maxItems: MAX_ATTEMPTS, description: "The debits of this instalment, oldest first." }),
  })
  .meta({ id: "PlanInstalment", description: "A payment of the plan, with its debits." });

export const planResource = z
  .object({
    checkout_id: id("chk", ABOUT.checkout_id),
    ...summary,
    financed: amount("The amount that the plan collects, in dollars.", 1500),
    instalments: z
      .array(planInstalment)
      .meta({ maxItems: MAX_INSTALMENTS, description: "All payments, in order." }),
    updated_at: instant("When the plan last changed."),
  })
  .meta({ id: "PaymentPlan", description: "A signed plan that the service collects." });
export type PlanResource = z.output<typeof planResource>;

export const sampleSummary = (changed: Partial<PlanSummaryResource> = {}): PlanSummaryResource => ({
  status: "Active",
  hold_reason: null,
  paused_until: null,
  standing: "up_to_date",
  arrears: null,
  paid: 250,
  outstanding: 1250,
  next_debit: { number: 2, date: "2027-02-22", amount: 250, can_change_until: "2027-02-16" },
  ...changed,
});

export function samplePlan(): PlanResource {
  const untils = ["2027-02-16", "2027-03-02", "2027-03-16", "2027-03-30", "2027-04-13"];
  return {
    checkout_id: EXAMPLE.checkoutId,
    ...sampleSummary(),
    financed: 1500,
    instalments: EXAMPLE_PLAN.schedule.map(({ balance_after: _, ...one }, index) => ({
      ...one,
      can_change_until: untils[index - 1] ?? null,
      outside_payment: null,
      card_payment: null,
      debits: index === 0 ? [sampleDebit("Paid")] : [],
    })),
    updated_at: EXAMPLE.signedAt,
  };
}

export const sampleDebit = (status: DebitResource["status"]): DebitResource => ({
  debit_id: EXAMPLE.debitId,
  number: 1,
  attempt: 1,
  amount: 250,
  refunded: 0,
  date: "2027-02-08",
  status,
  reason: status === "Dishonoured" ? "insufficient_funds" : status === "Reversed" ? "bank_stopped" : null,
  updated_at: EXAMPLE.signedAt,
});
