import { dateInZone } from "../../packages/dates/zone";
import { present } from "../../packages/text/narrow";
import type { By, CheckoutDeps } from "../checkout/context";
import { load } from "../checkout/load";
import type { PlanChangeCommand } from "../contract/plan-requests";
import { findPlan } from "../db/plans";
import { actorText } from "../domain/actor";
import { CheckoutError } from "../domain/errors";
import type { Plan } from "../domain/plan";
import { type ChangeResult, changePlan, effectiveOn, type PlanChange } from "../domain/plan-changes";
import { summaryOf } from "../domain/plan-summary";
import { frequencyOf } from "../domain/schedule";
import { askForAccount } from "./new-account";
import { noPlan } from "./read";
import { toPlan } from "./resource";
import { eventsOfChange, providersNow, type Read, stepOfPlan } from "./write";

/** A request's change, or a hold, which only staff ask for. */
export type Command = Omit<PlanChangeCommand, "kind"> & {
  kind: PlanChangeCommand["kind"] | "hold";
  /** Only of the plan as it was then. */
  revision?: number;
};

/**
 * A change by the provider or the student, or a preview of it, which writes nothing. Contract "Real money", section 4.
 * @throws CheckoutError `change_too_late`, which names the first payment that can still change
 */
export async function change(deps: CheckoutDeps, by: By, checkoutId: string, command: Command) {
  const record = await load(deps, by.provider.id, checkoutId);
  const { checkout, readAt, provider } = record;
  const key = { providerId: by.provider.id, checkoutId: checkout.id };
  const found = await findPlan(deps.db, key);
  if (!found) throw noPlan();
  let shown = found;
  let effective = dateInZone(providersNow(readAt, provider), provider.timeZone);
  const actor = by.actor.kind === "student" ? "student" : "provider";
  // Nothing changes before the student has authorised the other account.
  const asksOnly = command.kind === "new_account" && !command.isPreview;
  const stored = await stepOfPlan(deps, key, by, (read) => {
    if ((command.revision ?? read.row.revision) !== read.row.revision)
      throw new CheckoutError(
        "plan_change_not_applicable",
        "The plan was changed just now. Look at it again.",
      );
    const after = planAfter(read, command, by);
    effective = effectiveOn(command, { today: read.today, by: actor });
    if (asksOnly) return null;
    shown = { row: { ...read.row, ...after, summary: summaryOf(after) }, plan: after };
    if (command.isPreview) return null;
    const { kind, number } = command;
    if (kind === "hold") return { after, events: ["payment_plan.on_hold"] };
    const told = { kind, by: actor, number, effectiveOn: effective } as const;
    return { after, events: eventsOfChange(after), change: told };
  });
  const plan = toPlan(stored ?? shown);
  const setup_url = asksOnly ? await askForAccount(deps, record) : null;
  return { preview: command.isPreview, takes_effect_on: effective, setup_url, payment_plan: plan };
}

function planAfter({ plan, today, record }: Read, command: Command, { actor }: By): Plan {
  const by = actor.kind === "student" ? "student" : "provider";
  const frequency = frequencyOf(record.checkout.paymentFrequency);
  const done = changePlan(plan, asked(command, actorText(actor)), { today, by, frequency });
  if ("plan" in done) return done.plan;
  if (done.refused === "change_too_late")
    throw new CheckoutError("change_too_late", tooLate(done.firstChangeable), {
      extra: { first_changeable: done.firstChangeable },
    });
  throw new CheckoutError("plan_change_not_applicable", WHY_NOT[done.why]);
}

const WHY_NOT: Record<Extract<ChangeResult, { why: string }>["why"], string> = {
  plan_status: "The plan's status does not allow this change.",
  not_planned: "No debit is planned that could change.",
  not_owed: "This payment is not owed from a failed debit.",
  no_such_instalment: "The plan has no payment with this number.",
  other_reason:
    "This payment failed for another reason than too little money, so it cannot simply be debited again.",
  account_is_gone:
    "The bank account is closed or wrong. The student must give another account before the plan can go on.",
  providers_only: "Only the provider can make this change.",
  already_paid: "This payment is paid.",
  paid_by_card_now: "The student is paying this payment by card. Try again once the outcome is known.",
  amount_differs:
    "An outside payment pays the whole payment. Leave out `amount`, or send the payment's amount.",
  date_too_early: "This date is too early.",
  date_too_late: "This date is too late.",
  not_a_business_day: "No debits are made on this date. Choose a business day.",
};

const tooLate = (first: number | null) =>
  first === null
    ? "No payment can change any more."
    : `This payment can no longer change. The first that can is payment ${first}.`;

function asked({ kind, until, number, date, outside }: Command, by: string): PlanChange {
  switch (kind) {
    case "pause":
      return { kind, until: present(until, "until") };
    case "move":
    case "retry":
      return { kind, number: present(number, "number"), date: present(date, "date") };
    case "outside_payment": {
      const { amountCents, ...told } = present(outside, "received_on");
      const payment = { ...told, recordedBy: by };
      return { kind, number: present(number, "number"), amountCents, payment };
    }
    case "resume":
    case "new_account":
    case "hold":
    case "end":
      return { kind };
    default:
      return kind satisfies never;
  }
}
