import { meantEmail } from "../../packages/text/email-typo";
import { keysOf } from "../../packages/text/narrow";
import { type Details, detailsForm } from "../contract/forms/details";
import { readForm } from "../contract/forms/read";
import { takeFromBucket } from "../db/rate-buckets";
import { FIRST_LINKS_OF_A_PROVIDER, LINKS_TO_AN_ADDRESS } from "../domain/mail";
import { bucketOf } from "./ask-for-link";
import { answered, type Enrolment, type PortalDeps, type Visit } from "./context";
import { withdrawPlan } from "./plan";
import { type Result, refuse } from "./result";
import { stepOf } from "./step";

/** Step 1: who the student is. Other details cancel a plan that was begun with the former ones. */
export async function saveDetails(
  deps: PortalDeps,
  visit: Visit,
  at: Enrolment,
  fields: Record<keyof Details, string> & { askedEmail?: string },
): Promise<Result> {
  const step = stepOf(at);
  if (step === "done" || step === "checking") return { ok: true, step, undone: "details" };
  const read = readForm(detailsForm, fields);
  const question = { email: read.ok || !read.errors.email ? askedAbout(at, fields) : "" };
  if (!read.ok) return refuse(question.email ? { ...question, ...read.errors } : read.errors);
  if (question.email) return refuse(question);
  if (!isChanged(at, read.values)) return { ok: true, step: step === "details" ? "pay" : step };
  await withdrawPlan(deps, visit, at);
  const answers = { ...read.values, updatedAt: deps.now() };
  const isMailed = await isLinkMailed(deps, visit, at, read.values.email);
  return { ok: true, step: stepOf(await answered(deps, at, answers, isMailed)) };
}

/** An address that looks mistyped is questioned once. If the student sends it again, it is accepted. */
function askedAbout({ enrolment }: Enrolment, { email, askedEmail }: { email: string; askedEmail?: string }) {
  const meant = meantEmail(email);
  if (meant === null || email === askedEmail || email === enrolment.email) return "";
  return `Did you mean ${meant.slice(meant.lastIndexOf("@") + 1)}? Correct it, or continue to keep it`;
}

/** Only an address that is new to the enrolment gets a link. Over the limit it gets none, and nobody is told. */
async function isLinkMailed(
  deps: PortalDeps,
  { ipAddress }: Visit,
  { enrolment, provider }: Enrolment,
  address: string,
): Promise<boolean> {
  const [now, before] = [address.toLowerCase(), enrolment.email?.toLowerCase()];
  if (!deps.mail || !provider.studentEmails || now === before) return false;
  const ofAddress = await takeFromBucket(deps.db, bucketOf("mail", address), 1, LINKS_TO_AN_ADDRESS);
  if (!ofAddress.admitted) return false;
  const ofNetwork = ipAddress === null ? null : await deps.limits?.link.ask(ipAddress);
  if (ofNetwork?.admitted === false) return false;
  const bucket = `mails-of:${provider.id}`;
  return (await takeFromBucket(deps.db, bucket, 1, FIRST_LINKS_OF_A_PROVIDER)).admitted;
}

function isChanged({ enrolment }: Enrolment, details: Details): boolean {
  return keysOf(details).some((name) => details[name] !== enrolment[name]);
}
