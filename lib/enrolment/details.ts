import { createHash } from "node:crypto";
import { type Details, detailsForm } from "../contract/forms/details";
import { saveAnswers } from "../db/enrolments";
import type { NewLink } from "../db/mail";
import { takeFromBucket } from "../db/rate-buckets";
import { LINKS_TO_AN_ADDRESS } from "../domain/mail";
import { type Enrolment, openEnrolment, type PortalDeps, type Visit } from "./context";
import { withdrawPlan } from "./plan";
import { byField, type Result, refuse } from "./result";
import { stepOf } from "./step";

/** Step 1: who the student is. A plan that was begun under other details is withdrawn and chosen anew. */
export async function saveDetails(
  deps: PortalDeps,
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
  const answers = { ...read.data, updatedAt: deps.now() };
  await saveAnswers(deps.db, at.enrolment, answers, await linkFor(deps, at, read.data.email));
  const now = await openEnrolment(deps, at.secret);
  return { ok: true, step: stepOf(now!) };
}

/**
 * The mail with the link to resume, for an address that is new to the enrolment. Anybody can give anybody's address: one
 * that got too many of late gets none, and nobody is told so.
 */
async function linkFor(deps: PortalDeps, at: Enrolment, address: string): Promise<NewLink | null> {
  const { enrolment, provider } = at;
  const [now, before] = [address.toLowerCase(), enrolment.email?.toLowerCase()];
  if (!deps.mail || !provider.studentEmails || now === before) return null;
  const bucket = `mail:${createHash("sha256").update(now).digest("base64url")}`;
  if (!(await takeFromBucket(deps.db, bucket, 1, LINKS_TO_AN_ADDRESS)).admitted) return null;
  return { providerId: enrolment.providerId, enrolmentId: enrolment.id, address, now: deps.now() };
}

function isChanged({ enrolment }: Enrolment, details: Details): boolean {
  return (Object.keys(details) as (keyof Details)[]).some((name) => details[name] !== enrolment[name]);
}
