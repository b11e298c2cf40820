import { formatDate } from "../../lib/domain/calendar";
import { formatMoney } from "../../lib/domain/money";
import type { PlanFacts } from "../../lib/setup-page/view";
import { Disclosure } from "../ui/Disclosure";
import { ScheduleTable } from "../ui/ScheduleTable";
import { SummaryList } from "../ui/SummaryList";

export function PlanSummary({ plan, provider }: { plan: PlanFacts; provider: string }) {
  return (
    <section aria-labelledby="debits" className="space-y-3">
      <h2 id="debits">The debits</h2>
      <SummaryList
        isShort
        items={[
          { term: "Debited by", value: `${provider}, also the name on your bank statement` },
          { term: "Payments", value: paymentsOf(plan) },
          { term: "First debit", value: formatDate(plan.firstDebitDate) },
          { term: "Total", value: <strong>{formatMoney(plan.totalCents)}</strong> },
        ]}
      />
      <Disclosure label="Show every payment and its date">
        <div className="space-y-4">
          <p>For {plan.courseName}</p>
          <ScheduleTable instalments={plan.schedule} caption="Payment schedule" isWhole />
        </div>
      </Disclosure>
    </section>
  );
}

/** How many, how often, how much. */
function paymentsOf(plan: PlanFacts): string {
  const { numberOfInstalments: count, instalmentCents, lastInstalmentCents } = plan;
  if (count === 1) return `One payment of ${formatMoney(plan.totalCents)}`;
  const last =
    instalmentCents === lastInstalmentCents ? "" : ` (the last ${formatMoney(lastInstalmentCents)})`;
  return `${count} ${plan.frequency.toLowerCase()} payments of ${formatMoney(instalmentCents)}${last}`;
}

/** The same in one sentence, for the first step. */
export function PlanLine({ plan }: { plan: PlanFacts }) {
  const [total, first] = [formatMoney(plan.totalCents), formatDate(plan.firstDebitDate)];
  const payments =
    plan.numberOfInstalments === 1
      ? `one payment of ${total} on ${first}`
      : `${paymentsOf(plan)}, the first on ${first}, ${total} in all`;
  return (
    <p>
      For {plan.courseName}: {payments}. You can look over everything before you authorise it.
    </p>
  );
}
