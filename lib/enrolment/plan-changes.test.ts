import { expect, test } from "vitest";
import { signedPlan } from "../../e2e/support/plan";
import { addDays, formatDate } from "../../packages/dates/calendar";
import { MAX_PAUSE_DAYS } from "../domain/plan-changes";
import { tryOut } from "./plan-changes";

test("a student can move a payment that is due in two years, by up to a year", () => {
  const plan = signedPlan({ numberOfInstalments: 36 });
  const read = { plan, today: "2027-01-04", frequency: "Monthly" } as const;
  const moved = (date: string) => tryOut(read, { kind: "move", number: "25", date });
  expect(moved("2029-01-15")).toMatchObject({ asked: { number: 25, date: "2029-01-15" } });
  const latest = addDays("2029-01-11", MAX_PAUSE_DAYS);
  expect(moved(addDays(latest, 1))).toMatchObject({
    errors: { date: `Date must be on or before ${formatDate(latest)}` },
  });
});
