import type { DebitStatus, PlanStatus } from "./plan";

/** The statuses of a collected plan and of its debits: contract "Real money", section 4. */

/** `Completed` is left by a reversal only. */
export const PLAN_MOVES: Record<PlanStatus, readonly PlanStatus[]> = {
  Active: ["Paused", "On Hold", "Completed", "Ended"],
  Paused: ["Active", "On Hold", "Completed", "Ended"],
  "On Hold": ["Active", "Completed", "Ended"],
  Completed: ["On Hold"],
  Ended: [],
};

/** We may miss what came in between, such as the payment before its reversal. */
export const DEBIT_MOVES: Record<DebitStatus, readonly DebitStatus[]> = {
  Sending: ["Sent", "Paid", "Reversed", "Dishonoured", "Refused"],
  Sent: ["Paid", "Reversed", "Dishonoured", "Refused"],
  Paid: ["Reversed"],
  Reversed: [],
  Dishonoured: [],
  Refused: [],
};

/** Its debits are handed over on their days. */
export const isRunning = (status: PlanStatus): boolean => status === "Active" || status === "Paused";

/** Nothing more is to be paid by it. */
export const isPlanOver = (status: PlanStatus): boolean => status === "Completed" || status === "Ended";

export const canPlanBecome = (from: PlanStatus, to: PlanStatus): boolean => PLAN_MOVES[from].includes(to);

/** A processor may report an older state after a newer one. */
export const canDebitBecome = (from: DebitStatus, to: DebitStatus): boolean => DEBIT_MOVES[from].includes(to);

const PHASES: Record<DebitStatus, "in_flight" | "paid" | "failed"> = {
  Sending: "in_flight",
  Sent: "in_flight",
  Paid: "paid",
  Reversed: "failed",
  Dishonoured: "failed",
  Refused: "failed",
};

/** What a debit means for its instalment: no other may follow while it is in flight or paid. */
export const phaseOf = (status: DebitStatus) => PHASES[status];
