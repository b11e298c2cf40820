import {
  type DebitReason,
  type DebitStatus,
  newPlan,
  type Plan,
  type PlanDebit,
} from "../../lib/domain/plan";
import { handOverDay } from "../../lib/domain/plan-dates";
import { buildSchedule, type Frequency } from "../../lib/domain/schedule";

interface PlanTerms {
  frequency?: Frequency;
  firstPaymentDate?: string;
  numberOfInstalments?: number;
}

/** A collected plan as it is right after it was signed: instalments of $250.00, and nothing sent yet. */
export function signedPlan(terms: PlanTerms = {}): Plan {
  const { frequency = "Monthly", firstPaymentDate = "2027-01-11", numberOfInstalments = 4 } = terms;
  const financedCents = numberOfInstalments * 25_000;
  const rhythm = { frequency, firstPaymentDate, numberOfInstalments, instalmentCents: 25_000 };
  return newPlan(financedCents, buildSchedule({ ...rhythm, financedCents }));
}

/** The instalment was handed over, and this became of its debit. */
export function withDebit(
  plan: Plan,
  number: number,
  status: DebitStatus,
  reason: DebitReason | null = null,
): Plan {
  const { attempts, amountCents, debitDate } = plan.instalments[number - 1]!;
  const attempt = attempts + 1;
  const updatedAt = new Date("2027-01-01T00:00:00.000Z");
  const id: PlanDebit["id"] = `dbt_${number}_${attempt}`;
  const debit = {
    id,
    number,
    attempt,
    amountCents,
    refundedCents: 0,
    date: debitDate,
    status,
    reason,
    isOfFormerAccount: false,
    updatedAt,
  };
  const instalments = plan.instalments.map((part) =>
    part.number === number ? { ...part, handOverOn: null, attempts: attempt } : part,
  );
  return { ...plan, instalments, debits: [...plan.debits, debit] };
}

/** Plans again what failed. */
export function planAgain(plan: Plan, number: number, debitDate: string): Plan {
  const handOverOn = handOverDay(debitDate);
  const instalments = plan.instalments.map((part) =>
    part.number === number ? { ...part, debitDate, handOverOn } : part,
  );
  return { ...plan, instalments };
}
