import type { CheckoutDeps } from "../checkout/context";
import { type Details, detailsForm } from "../contract/forms/details";
import { saveAnswers } from "../db/enrolments";
import { type Enrolment, openEnrolment, type Visit } from "./context";
import { withdrawPlan } from "./plan";
import { byField, type Result, refuse } from "./result";
import { stepOf } from "./step";

/** Step 1: who the student is. A plan that was begun under other details is withdrawn and chosen anew. */
export async function saveDetails(
  deps: CheckoutDeps,
  visit: Visit,
  at: Enrolment,
  fields: Record<keyof Details, string>,
): Promise<Result> {
  const step = stepOf(at);
  if (step === "done" || step === "checking") return { ok: true, step };
  const read = detailsForm.safeParse(fields);
  if (!read.success) return refuse(byField(read.error.issues));
  if (!isChanged(at, read.data)) return { ok: true, step: step === "details" ? "pay" : step };
  await withdrawPlan(deps, visit, at);
  await saveAnswers(deps.db, at.enrolment, { ...read.data, updatedAt: deps.now() });
  const now = await openEnrolment(deps, at.secret);
  return { ok: true, step: stepOf(now!) };
}

function isChanged({ enrolment }: Enrolment, details: Details): boolean {
  return (Object.keys(details) as (keyof Details)[]).some((name) => details[name] !== enrolment[name]);
}
