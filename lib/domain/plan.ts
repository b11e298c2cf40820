import type { DebitReason, DebitStatus, HoldReason, PlanStatus } from "../../drizzle/vocabulary";
import type { CalendarDate } from "../../packages/dates/calendar";
import type { Id } from "./ids";
import type { Cents } from "./money";
import { handOverDay } from "./plan-dates";
import type { Instalment } from "./schedule";

export {
  DEBIT_REASONS,
  DEBIT_STATUSES,
  type DebitReason,
  type DebitStatus,
  HOLD_REASONS,
  type HoldReason,
  PLAN_STATUSES,
  type PlanStatus,
} from "../../drizzle/vocabulary";

/** A collected plan with its parts: contract "Real money", section 4. */
export interface Plan {
  status: PlanStatus;
  /** Null unless `On Hold`. */
  holdReason: HoldReason | null;
  pausedUntil: CalendarDate | null;
  financedCents: Cents;
  /** Debits that failed, one after the other, since the last that was paid. */
  failedInRow: number;
  /** By number. */
  instalments: readonly PlanInstalment[];
  /** Oldest first. */
  debits: readonly PlanDebit[];
  /** Those that took nothing are no part of the plan. */
  cardPayments: readonly CardPayment[];
}

/** Pays all of some instalments at once. */
export interface CardPayment {
  id: Id<"cat">;
  /** Of the instalments. */
  numbers: readonly number[];
  /** Null while its outcome is not known. */
  paidAt: Date | null;
  /** They stay paid, and are not owed again. */
  refundedCents: Cents;
}

export interface PlanInstalment {
  number: number;
  /** The day by the plan's rhythm. */
  dueDate: CalendarDate;
  /** Or the day on which a card paid it. */
  debitDate: CalendarDate;
  amountCents: Cents;
  /** When its debit goes to the processor. Null while nothing is planned: it was sent, or waits for the student. */
  handOverOn: CalendarDate | null;
  /** Debits so far. */
  attempts: number;
  /** Pays all of it. Null unless the provider told of one. */
  outsidePayment: OutsidePayment | null;
}

/** Money that came to the provider another way. */
export interface OutsidePayment {
  receivedOn: CalendarDate;
  /** The provider's own, such as that of a bank transfer. */
  reference: string | null;
  /** As `lib/domain/actor.ts` writes it. */
  recordedBy: string;
}

export interface PlanDebit {
  id: Id<"dbt">;
  /** Of the instalment. */
  number: number;
  attempt: number;
  amountCents: Cents;
  /** It stays paid for the instalment, which is not owed again. */
  refundedCents: Cents;
  date: CalendarDate;
  status: DebitStatus;
  reason: DebitReason | null;
  /** Handed over before the student gave the account that is debited now. */
  isOfFormerAccount: boolean;
  updatedAt: Date;
}

type PlanState = Omit<Plan, "instalments" | "debits" | "cardPayments">;

/** What the plan's own row has of it. */
export function planState(plan: PlanState): PlanState {
  const { status, holdReason, pausedUntil, financedCents, failedInRow } = plan;
  return { status, holdReason, pausedUntil, financedCents, failedInRow };
}

/** As it is right after it was signed. */
export const newPlan = (financedCents: Cents, schedule: readonly Instalment[]): Plan => ({
  status: "Active",
  holdReason: null,
  pausedUntil: null,
  financedCents,
  failedInRow: 0,
  instalments: schedule.map(({ number, dueDate, debitDate, amountCents }) => ({
    number,
    dueDate,
    debitDate,
    amountCents,
    handOverOn: handOverDay(debitDate),
    attempts: 0,
    outsidePayment: null,
  })),
  debits: [],
  cardPayments: [],
});

export const STANDINGS = ["up_to_date", "in_flight", "arrears"] as const;
export type Standing = (typeof STANDINGS)[number];

/** What follows from the parts. */
export interface PlanSummary {
  standing: Standing;
  /** What failed or was taken back, and is neither paid nor on its way. */
  arrears: { amountCents: Cents; since: CalendarDate } | null;
  paidCents: Cents;
  outstandingCents: Cents;
  nextDebit: { number: number; date: CalendarDate; amountCents: Cents; canChangeUntil: CalendarDate } | null;
}
