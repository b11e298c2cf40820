import { nextBusinessDay } from "../../packages/dates/business-days";
import {
  addDays,
  type CalendarDate,
  formatDate,
  formatDay,
  isCalendarDate,
} from "../../packages/dates/calendar";
import type { Untimed } from "../../packages/dates/time";
import { isOneOf, present } from "../../packages/text/narrow";
import type { CheckoutDeps } from "../checkout/context";
import type { FieldErrors } from "../contract/forms/read";
import { CheckoutError } from "../domain/errors";
import { changePlan, latestDebit, MAX_PAUSE_DAYS, type PlanChange } from "../domain/plan-changes";
import { firstDebitDate } from "../domain/plan-dates";
import { change } from "../plans/change";
import { byStudent, type Enrolment, type Visit } from "./context";
import { type CollectedPlan, collectedPlanOf, planPage } from "./plan-page";
import { type Result, refuse } from "./result";

const KINDS = ["pause", "resume", "move", "retry", "new_account"] as const;

export interface ChangeFields {
  kind: string;
  /** Of the payment. */
  number: string;
  /** Of a debit, or the day until which nothing is debited. */
  date: string;
}

type Refused = { errors: FieldErrors; notice: string | null };

const CHANGED_MEANWHILE =
  "Your payments have changed since this page was opened, and nothing was changed now. Look at them again.";

const NO_ACCOUNT_NOW =
  "Another account cannot be given here at the moment. Contact us to agree how to go on.";

/** What the student chose, tried on the plan as it is now. It leads to the page that shows what the change does. */
export async function chooseChange(
  deps: CheckoutDeps,
  _visit: Visit,
  at: Enrolment,
  fields: ChangeFields,
): Promise<Result> {
  const read = await collectedPlanOf(deps, at);
  if (!read) return { ok: true, step: "done" };
  const tried = tryOut(read, fields);
  if ("errors" in tried) return refuse(tried.errors, tried.notice);
  return { ok: true, step: "plan/change", query: { ...fields } };
}

/** Makes the change on the plan as it is then, which may be another than the student saw. */
export async function makeChange(
  deps: CheckoutDeps,
  visit: Visit,
  at: Enrolment,
  fields: ChangeFields,
): Promise<Result> {
  const read = await collectedPlanOf(deps, at);
  if (!read) return { ok: true, step: "done" };
  const tried = tryOut(read, fields);
  if ("errors" in tried) return refuse(tried.errors, tried.notice);
  const { asked } = tried;
  const checkoutId = present(at.record, "checkout").checkout.id;
  try {
    const { setup_url } = await change(deps, byStudent(at, visit), checkoutId, {
      kind: asked.kind,
      isPreview: false,
      until: "until" in asked ? asked.until : null,
      number: "number" in asked ? asked.number : null,
      date: "date" in asked ? asked.date : null,
    });
    if (asked.kind !== "new_account") return { ok: true, step: "plan", query: { told: "changed" } };
    const url = new URL(present(setup_url, "address of the hosted page"));
    url.searchParams.set("return_url", `${deps.baseUrl}/e/${at.secret}/plan`);
    return { ok: true, url: url.href };
  } catch (error) {
    if (!(error instanceof CheckoutError)) throw error;
    if (asked.kind === "new_account") return refuse({}, NO_ACCOUNT_NOW);
    // The hand-over or another window came in between, and the plan as it is now says which.
    const now = await collectedPlanOf(deps, at);
    const again = now && tryOut(now, fields);
    return again && "errors" in again ? refuse(again.errors, again.notice) : refuse({}, CHANGED_MEANWHILE);
  }
}

/** What a change would do, or why it cannot be made. Null where nobody collects the plan. */
export async function previewChange(deps: Untimed<CheckoutDeps>, at: Enrolment, fields: ChangeFields) {
  const read = await collectedPlanOf(deps, at);
  if (!read) return null;
  const tried = tryOut(read, fields);
  if ("errors" in tried) return { refused: tried.notice ?? Object.values(tried.errors).join(" ") };
  return { asked: tried.asked, after: planPage({ ...read, plan: tried.plan }) };
}

export function tryOut(read: CollectedPlan, fields: ChangeFields) {
  const asked = changeIn(fields);
  if ("errors" in asked) return asked;
  const done = changePlan(read.plan, asked, { today: read.today, by: "student", frequency: read.frequency });
  return "plan" in done ? { asked, plan: done.plan } : whyNot(read, asked, done);
}

const wrong = (errors: FieldErrors): Refused => ({ errors, notice: null });
const impossible = (notice: string): Refused => ({ errors: {}, notice });

function changeIn({ kind, number, date }: ChangeFields): PlanChange | Refused {
  if (!isOneOf(KINDS, kind)) return impossible(CHANGED_MEANWHILE);
  if (kind === "resume" || kind === "new_account") return { kind };
  if (kind === "move" && !/^\d{1,3}$/.test(number)) return wrong({ number: "Select the payment to move" });
  if (date === "") return wrong({ date: kind === "retry" ? "Select a date" : "Enter a date" });
  if (!isCalendarDate(date)) return wrong({ date: "Date must be a real date" });
  return kind === "pause" ? { kind, until: date } : { kind, number: Number(number), date };
}

type NotDone = Exclude<ReturnType<typeof changePlan>, { plan: unknown }>;

function whyNot({ plan, today }: CollectedPlan, asked: PlanChange, done: NotDone): Refused {
  if (done.refused === "change_too_late") {
    const first = plan.instalments.find(({ number }) => number === done.firstChangeable);
    return impossible(
      first
        ? `This payment is on its way to your bank and can no longer be changed. The first that you can still change is payment ${first.number}, on ${formatDay(first.debitDate, today)}.`
        : "Your last payment is on its way to your bank. No payment can be changed any more.",
    );
  }
  if (done.why === "date_too_early")
    return wrong({ date: `Date must be on or after ${formatDate(earliestDate(asked.kind, plan, today))}` });
  if (done.why === "date_too_late") {
    const latest =
      "number" in asked ? latestDebit(plan, asked.number, today) : addDays(today, MAX_PAUSE_DAYS);
    return wrong({ date: `Date must be on or before ${formatDate(latest)}` });
  }
  if (done.why === "not_a_business_day" && "date" in asked) {
    const [day, next] = [asked.date, nextBusinessDay(asked.date)].map((date) => formatDay(date, today));
    return wrong({ date: `No debits are made on ${day}. Choose a business day, such as ${next}` });
  }
  // The page offers nothing else that cannot be done.
  return impossible(CHANGED_MEANWHILE);
}

/** Of a debit that a student can still choose. */
export function earliestDate(
  kind: PlanChange["kind"],
  { pausedUntil }: Pick<CollectedPlan["plan"], "pausedUntil">,
  today: CalendarDate,
): CalendarDate {
  const tomorrow = addDays(today, 1);
  if (kind === "pause") return tomorrow;
  const first = firstDebitDate(kind === "retry" ? today : nextBusinessDay(tomorrow));
  return nextBusinessDay(pausedUntil !== null && pausedUntil > first ? pausedUntil : first);
}
