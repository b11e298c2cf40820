import type { PlanEventType } from "../../drizzle/vocabulary";
import type { DebitReason, HoldReason, Plan, PlanDebit } from "./plan";
import { canDebitBecome, canPlanBecome, phaseOf } from "./plan-states";
import { isPaid } from "./plan-summary";

/** So many failed debits in a row put the plan on hold. */
const MAX_FAILED_IN_ROW = 2;

interface AfterDebit {
  plan: Plan;
  /** In order. `debit.dishonoured` tells of a debit that never reached a bank too. */
  events: readonly PlanEventType[];
}

type DebitOutcome = Pick<PlanDebit, "status" | "reason">;

/** What a result of the processor does to the plan. One that cannot follow what the plan knows of the debit changes nothing. */
export function afterDebit(plan: Plan, debit: Pick<PlanDebit, "id">, outcome: DebitOutcome): AfterDebit {
  const known = plan.debits.find(({ id }) => id === debit.id);
  if (!known || !canDebitBecome(known.status, outcome.status)) {
    return { plan, events: [] };
  }
  const debits = plan.debits.map((each) => (each === known ? { ...each, ...outcome } : each));
  const noted = { ...plan, debits };
  switch (outcome.status) {
    case "Sending":
    case "Sent":
      return { plan: noted, events: [] };
    case "Paid":
      return afterPayment({ ...noted, failedInRow: 0 });
    case "Reversed": {
      // Without word of the payment before it, the reversal tells of both.
      const failedInRow = known.status === "Paid" ? plan.failedInRow : 0;
      const why = outcome.reason === "deceased" ? "person" : "bank_stopped";
      return afterFailure({ ...noted, failedInRow }, known, outcome, why);
    }
    case "Dishonoured":
    case "Refused": {
      const failedInRow = plan.failedInRow + (isForNow(outcome.reason) ? 1 : 0);
      const isFirst = isForNow(outcome.reason) && failedInRow < MAX_FAILED_IN_ROW;
      const hold = isFirst ? null : holdOf(outcome.reason);
      // The student has given another account since.
      const why = known.isOfFormerAccount && hold === "authority_ended" ? null : hold;
      return afterFailure({ ...noted, failedInRow }, known, outcome, why);
    }
    default:
      return outcome.status satisfies never;
  }
}

/**
 * The hold that a reason leads to: `two_failed` only after the second failure in a row, the others at once. An operator looks
 * into a technical failure.
 */
const HOLDS: Record<DebitReason, HoldReason | null> = {
  insufficient_funds: "two_failed",
  temporary: "two_failed",
  account_closed: "authority_ended",
  account_invalid: "authority_ended",
  bank_stopped: "bank_stopped",
  deceased: "person",
  technical: null,
};

/** A processor may give no reason. */
export const holdOf = (reason: DebitReason | null): HoldReason | null => reason && HOLDS[reason];

/** The account had too little money that day, or the like: another date may do. */
const isForNow = (reason: DebitReason | null) => holdOf(reason) === "two_failed";

/** Whether the reason by itself says that this account must not be debited again. */
export const isFinal = (reason: DebitReason | null): boolean => holdOf(reason) !== null && !isForNow(reason);

/** Who is told of a debit that failed. If the payer has died, nothing more is sent. */
export function whoIsTold({ status, reason }: DebitOutcome): "student" | "operator" | null {
  if (phaseOf(status) !== "failed" || reason === "deceased") return null;
  const isUnexplained = reason === "technical" || reason === null;
  return isUnexplained && status !== "Reversed" ? "operator" : "student";
}

function afterPayment(plan: Plan): AfterDebit {
  const after = completed(plan);
  return { plan: after, events: after === plan ? ["debit.paid"] : ["debit.paid", "payment_plan.completed"] };
}

/** `Completed` if all is paid, else the same plan. */
export const completed = (plan: Plan): Plan =>
  plan.instalments.every((each) => isPaid(plan, each)) && canPlanBecome(plan.status, "Completed")
    ? { ...plan, status: "Completed", holdReason: null, pausedUntil: null }
    : plan;

/** The instalment stays owed, and nothing is planned for it until somebody chooses. */
function afterFailure(
  plan: Plan,
  { number }: PlanDebit,
  { status }: DebitOutcome,
  why: HoldReason | null,
): AfterDebit {
  const event = status === "Reversed" ? "debit.reversed" : "debit.dishonoured";
  const instalments = plan.instalments.map((each) =>
    each.number === number ? { ...each, handOverOn: null } : each,
  );
  const owed = { ...plan, instalments };
  // Where it is on hold already, the first reason stays.
  if (why === null || !canPlanBecome(plan.status, "On Hold")) {
    return { plan: owed, events: [event] };
  }
  const held: Plan = { ...owed, status: "On Hold", holdReason: why, pausedUntil: null };
  return { plan: held, events: [event, "payment_plan.on_hold"] };
}
