import type { OpportunityStage, PlanEventType } from "../../drizzle/vocabulary";
import { DAY_MS, later } from "../../packages/dates/time";
import { dateInZone } from "../../packages/dates/zone";
import { newEvent, untilWritten } from "../checkout/change";
import type { CheckoutDeps, Source } from "../checkout/context";
import { toResource } from "../checkout/resource";
import type { PlanEventData } from "../contract/plan-events";
import type { NewEvent, StoredRecord } from "../db/checkout-records";
import { findCheckout } from "../db/checkouts";
import { inLineOfCheckout } from "../db/lines";
import { changePlan, findPlan, type PlanChange, type PlanKey, type StoredPlan } from "../db/plans";
import { type Plan, type PlanDebit, planState } from "../domain/plan";
import { whoIsTold } from "../domain/plan-results";
import { summaryOf } from "../domain/plan-summary";
import { toDebit } from "./resource";

/** What one step does to a plan. */
export interface Step
  extends Pick<PlanChange, "begun" | "moved" | "charged" | "settled" | "alert" | "authority"> {
  after: Plan;
  /** The processor account of the plan from now on, with `authority`. */
  gateway?: string;
  events: readonly PlanEventType[];
  /** That the events are about. */
  debit?: PlanDebit | null;
  /** That somebody asked for. */
  change?: PlanMail["change"];
}

export interface Read extends StoredPlan {
  record: StoredRecord;
  /** By the clock of the plan's provider. */
  today: string;
}

/** By the clock of the provider, which a sandbox may have moved ahead. */
export const providersNow = (now: Date, { clockDays }: { clockDays: number }): Date =>
  later(now, clockDays * DAY_MS);

/**
 * Reads the plan, decides and writes, and begins again if somebody else wrote first.
 * @param decide returns null if there is nothing to do
 * @returns the plan as it is then; null if there is none, or nothing was to be done
 */
export function stepOfPlan(
  deps: CheckoutDeps,
  key: PlanKey,
  by: Source,
  decide: (read: Read) => Step | null | Promise<Step | null>,
): Promise<StoredPlan | null> {
  const step = async () => {
    const stored = await findPlan(deps.db, key);
    const record = stored && (await findCheckout(deps.db, key.providerId, key.checkoutId));
    // Null by itself would mean that somebody else wrote first.
    if (!stored || !record) return { stored: null };
    const now = providersNow(record.readAt, record.provider);
    const read = { ...stored, record, today: dateInZone(now, record.provider.timeZone) };
    const taken = await decide(read);
    if (!taken) return { stored: null };
    const at = record.readAt > record.checkout.updatedAt ? record.readAt : record.checkout.updatedAt;
    const { after: plan, authority, gateway = stored.row.gateway } = taken;
    const revision = stored.row.revision + 1;
    const changed = { gateway, summary: summaryOf(plan), revision, updatedAt: at };
    const row = { ...stored.row, ...planState(plan), ...changed };
    const stage = stageAfter(stored.plan, plan);
    const dda = record.dda && authority ? { ...record.dda, id: authority.row.id } : record.dda;
    const told = { ...record, plan: row, dda };
    if (stage && told.opportunity) told.opportunity = { ...told.opportunity, stage };
    const written = await changePlan(deps.db, {
      ...taken,
      checkout: record.checkout,
      read: stored,
      now: { row, plan },
      today: read.today,
      events: taken.events.map((type) => eventOf(deps, told, by, at, type, taken.debit ?? null)),
      mails: mailsOf(taken, revision),
      stage,
    });
    return written ? { stored: { row, plan } } : null;
  };
  // Results of many debits at once change the same plan.
  return inLineOfCheckout(deps.db, key.checkoutId, () => untilWritten(step)).then((done) => done.stored);
}

/** Of a change that somebody asked for. */
export function eventsOfChange({ status }: Plan): readonly PlanEventType[] {
  if (status === "Ended") return ["payment_plan.ended"];
  return status === "Completed"
    ? ["payment_plan.changed", "payment_plan.completed"]
    : ["payment_plan.changed"];
}

type PlanMail = PlanChange["mails"][number];

/** The emails that tell of a step, each once. */
const mailsOf = ({ events, debit, change }: Step, revision: number): PlanMail[] =>
  events.flatMap((type): PlanMail[] => {
    if (type === "debit.dishonoured" || type === "debit.reversed")
      return debit && whoIsTold(debit) === "student" ? [{ kind: "debit_failed", about: debit.id }] : [];
    // The email about the change that completes it says so.
    if (type === "payment_plan.completed")
      return change ? [] : [{ kind: "plan_completed", about: String(revision) }];
    const isOfChange = type === "payment_plan.changed" || type === "payment_plan.ended";
    return isOfChange && change ? [{ kind: "plan_changed", about: String(revision), change }] : [];
  });

function stageAfter(before: Plan, after: Plan): OpportunityStage | undefined {
  if (before.status === after.status) return undefined;
  if (after.status === "Completed") return "Payment Plan Completed";
  if (after.status === "Ended") return "Payment Plan Ended";
  return before.status === "Completed" || before.status === "Ended" ? "Payment Plan Signed" : undefined;
}

function eventOf(
  deps: CheckoutDeps,
  record: StoredRecord,
  by: Source,
  at: Date,
  type: PlanEventType,
  debit: PlanDebit | null,
): NewEvent {
  const event = newEvent(type, toResource(deps, record), by, at);
  const { checkout, opportunity_stage, outcome, is_final, provider, payment_plan } = event.data;
  const isOfDebit = type.startsWith("debit.") && debit;
  const data = {
    checkout,
    opportunity_stage,
    outcome,
    is_final,
    provider,
    payment_plan,
    debit: isOfDebit ? toDebit(debit) : null,
  };
  return { ...event, data: data satisfies Omit<PlanEventData, "payment_plan"> };
}
