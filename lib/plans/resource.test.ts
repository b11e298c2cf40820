import { expect, test } from "vitest";
import { signedPlan } from "../../e2e/support/plan";
import type { Plan } from "../domain/plan";
import { toInstalment } from "./resource";

test("while a plan is on hold none of its payments can change", () => {
  const until = (plan: Plan) => plan.instalments.map((one) => toInstalment(plan, one).can_change_until);
  const signed = signedPlan({ numberOfInstalments: 2 });
  expect(until(signed)).toEqual(["2027-01-05", "2027-02-05"]);
  expect(until({ ...signed, status: "On Hold", holdReason: "two_failed" })).toEqual([null, null]);
});
