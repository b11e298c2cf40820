import type { Plan } from "../../lib/domain/plan";
import type { ChangeContext, ChangeResult } from "../../lib/domain/plan-changes";

/** What tests of changes share: two days before the first hand-over of `signedPlan`, unless a test says otherwise. */
export const context = (changed: Partial<ChangeContext> = {}): ChangeContext => ({
  today: "2027-01-04",
  by: "student",
  frequency: "Monthly",
  ...changed,
});

export function done(result: ChangeResult): Plan {
  if (!("plan" in result)) throw new Error(JSON.stringify(result));
  return result.plan;
}

export const dates = ({ instalments }: Plan) =>
  instalments.map(({ debitDate }) => debitDate.slice(2)).join(" ");
export const tooLate = (firstChangeable: number | null) => ({ refused: "change_too_late", firstChangeable });
export const notPossible = (why: string) => ({ refused: "plan_change_not_possible", why });
