import { present } from "../../../packages/text/narrow";
import type { CheckoutDeps } from "../../checkout/context";
import { load } from "../../checkout/load";
import type { PlanResource } from "../../contract/payment-plan";
import { findPlan } from "../../db/plans";
import type { Id } from "../../domain/ids";
import type { Plan } from "../../domain/plan";
import type { ChangeContext } from "../../domain/plan-changes";
import { frequencyOf } from "../../domain/schedule";
import { type Command, change } from "../../plans/change";
import { toPlan } from "../../plans/resource";
import { recorded } from "../acts";
import type { StaffCaller } from "../caller";
import { demand, type Permission } from "../permissions";
import { type ActionField, byStaff, type CheckoutAction, type Facts, type Values } from "./action";
import { lastPayment, type Shown, whenItCounts } from "./plan-words";
import { planSince } from "./since";

/** A plan as somebody of the provider may change it. */
export interface PlanFacts extends ChangeContext {
  plan: Plan;
  /** "Debits on hold since …" */
  standing: string;
}

interface PlanAction {
  key: string;
  title: string;
  kind: Command["kind"];
  /** In the audit log; a change of the plan unless it says otherwise. */
  action?: "hold" | "release";
  permission?: Permission;
  whyNot(facts: PlanFacts): string | null;
  fields?(facts: PlanFacts): readonly ActionField[];
  says(shown: Shown): readonly string[];
}

const NOTHING = "Nothing would change: the plan is like this already.";

/** An action that changes a collected plan: its preview is that of the use case. */
export function planChange(given: PlanAction): CheckoutAction {
  const { kind, permission = "change_plan", action = "plan_change" } = given;
  const commandOf = (values: Values) => ({ kind, ...askedIn(values) });
  const planNow = async ({ db }: CheckoutDeps, { provider }: StaffCaller, checkoutId: Id<"chk">) =>
    toPlan(present(await findPlan(db, { providerId: provider.id, checkoutId }), "plan"));
  return {
    key: given.key,
    title: given.title,
    permission,
    isFor: ({ plan }) => plan !== null,
    whyNot: (facts) => given.whyNot(planFacts(facts)),
    fields: (facts) => given.fields?.(planFacts(facts)) ?? [],
    async preview(deps, caller, checkoutId, values) {
      demand(caller, permission);
      const before = await planNow(deps, caller, checkoutId);
      const { payment_plan: after, takes_effect_on } = await change(deps, byStaff(caller), checkoutId, {
        ...commandOf(values),
        isPreview: true,
      });
      const isSame = JSON.stringify(after) === JSON.stringify(before);
      if (isSame && kind !== "new_account") return { notice: NOTHING };
      const { provider } = await load(deps, caller.provider.id, checkoutId);
      const isTold = deps.mail !== null && provider.studentEmails;
      const shown = { before, after, values };
      return { says: [...given.says(shown), ...whenItCounts(kind, shown, takes_effect_on, isTold)] };
    },
    async act(deps, caller, checkoutId, values, reason, facts) {
      demand(caller, permission);
      const stored = present(facts.plan, "plan");
      const before = summaryOf(toPlan(stored));
      const { revision } = stored.row;
      const subject = [given.key, values.number && `payment ${values.number}`].filter(Boolean).join(", ");
      return recorded(deps, caller, { action, checkoutId, subject, reason, before }, async () => {
        const { payment_plan } = await change(deps, byStaff(caller), checkoutId, {
          ...commandOf(values),
          isPreview: false,
          revision,
        });
        return { after: { ...saidIn(values), ...summaryOf(payment_plan) }, result: null };
      });
    },
  };
}

function planFacts({ record, plan: stored, today }: Facts): PlanFacts {
  const { plan } = present(stored, "plan");
  const frequency = frequencyOf(record.checkout.paymentFrequency);
  return { plan, today, by: "provider", frequency, standing: planSince(record, plan) };
}

function askedIn({ until, number, date, received_on }: Values) {
  const outside = { amountCents: null, receivedOn: received_on, reference: null };
  const asked = { until: until || null, number: number ? Number(number) : null, date: date || null };
  return { ...asked, ...(received_on && { outside }) };
}

/** What the audit log keeps of a plan. */
const summaryOf = ({
  status,
  hold_reason,
  paused_until,
  outstanding,
  next_debit,
  instalments,
}: PlanResource) => ({
  ...{ status, hold_reason, paused_until, outstanding, next_debit },
  last_payment: lastPayment(instalments),
});

const saidIn = (values: Values) => Object.fromEntries(Object.entries(values).filter(([, value]) => value));
