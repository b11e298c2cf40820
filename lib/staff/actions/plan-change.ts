import { present } from "../../../packages/text/narrow";
import type { PlanResource } from "../../contract/payment-plan";
import type { Plan } from "../../domain/plan";
import type { ChangeContext } from "../../domain/plan-changes";
import { frequencyOf } from "../../domain/schedule";
import { type Command, change } from "../../plans/change";
import { toPlan } from "../../plans/resource";
import type { Permission } from "../permissions";
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
  records?: "hold" | "release";
  permission?: Permission;
  whyNot(facts: PlanFacts): string | null;
  fields?(facts: PlanFacts): readonly ActionField[];
  says(shown: Shown): readonly string[];
}

const NOTHING = "Nothing would change: the plan is like this already.";

/** An action that changes a collected plan: its preview is that of the use case. */
export function planChange(given: PlanAction): CheckoutAction {
  const { kind, permission = "change_plan", records = "plan_change" } = given;
  const commandOf = (values: Values) => ({ kind, ...askedIn(values) });
  return {
    key: given.key,
    title: given.title,
    permission,
    records,
    isFor: ({ plan }) => plan !== null,
    whyNot: (facts) => given.whyNot(planFacts(facts)),
    fields: (facts) => given.fields?.(planFacts(facts)) ?? [],
    async preview({ record: { checkout, provider }, plan }, values, deps, caller) {
      const before = toPlan(present(plan, "plan"));
      const { payment_plan: after, takes_effect_on } = await change(deps, byStaff(caller), checkout.id, {
        ...commandOf(values),
        isPreview: true,
      });
      const isSame = JSON.stringify(after) === JSON.stringify(before);
      if (isSame && kind !== "new_account") return { notice: NOTHING };
      const isTold = deps.mail !== null && provider.studentEmails;
      const shown = { before, after, values };
      return { says: [...given.says(shown), ...whenItCounts(kind, shown, takes_effect_on, isTold)] };
    },
    act({ record: { checkout }, plan }, values, deps, caller) {
      const stored = present(plan, "plan");
      return {
        subject: [given.key, values.number && `payment ${values.number}`].filter(Boolean).join(", "),
        before: summaryOf(toPlan(stored)),
        async work() {
          const { payment_plan } = await change(deps, byStaff(caller), checkout.id, {
            ...commandOf(values),
            isPreview: false,
            revision: stored.row.revision,
          });
          return { ...saidIn(values), ...summaryOf(payment_plan) };
        },
      };
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
