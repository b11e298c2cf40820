import { type Details, detailsForm } from "../contract/forms/details";
import { readForm } from "../contract/forms/read";
import { saveAnswers } from "../db/enrolments";
import { takeFromBucket } from "../db/rate-buckets";
import { LINKS_TO_AN_ADDRESS } from "../domain/mail";
import { bucketOf } from "./ask-for-link";
import { formerDdaOf } from "./choose";
import { type Enrolment, openAgain, type PortalDeps, type Visit } from "./context";
import { withdrawPlan } from "./plan";
import { type Result, refuse } from "./result";
import { stepOf } from "./step";

/** Step 1: who the student is. Other details cancel a plan that was begun with the former ones (D-062). */
export async function saveDetails(
  deps: PortalDeps,
  visit: Visit,
  at: Enrolment,
  fields: Record<keyof Details, string>,
): Promise<Result> {
  const step = stepOf(at);
  if (step === "done" || step === "checking") return { ok: true, step };
  const read = readForm(detailsForm, fields);
  if (!read.ok) return refuse(read.errors);
  if (!isChanged(at, read.values)) return { ok: true, step: step === "details" ? "pay" : step };
  await withdrawPlan(deps, visit, at);
  // Another address may be another person, whose account this is not.
  const isSame = read.values.email.toLowerCase() === at.enrolment.email?.toLowerCase();
  const answers = { ...read.values, formerDda: isSame ? formerDdaOf(at) : null, updatedAt: deps.now() };
  await saveAnswers(deps.db, at, answers, await isLinkMailed(deps, at, read.values.email));
  return { ok: true, step: stepOf(await openAgain(deps, at)) };
}

/** Only an address that is new to the enrolment gets a link, and none over the limit, which nobody is told (D-075). */
async function isLinkMailed(
  deps: PortalDeps,
  { enrolment, provider }: Enrolment,
  address: string,
): Promise<boolean> {
  const [now, before] = [address.toLowerCase(), enrolment.email?.toLowerCase()];
  if (!deps.mail || !provider.studentEmails || now === before) return false;
  return (await takeFromBucket(deps.db, bucketOf("mail", address), 1, LINKS_TO_AN_ADDRESS)).admitted;
}

function isChanged({ enrolment }: Enrolment, details: Details): boolean {
  return (Object.keys(details) as (keyof Details)[]).some((name) => details[name] !== enrolment[name]);
}
