import { formatDate } from "../../lib/domain/calendar";
import { formatMoney } from "../../lib/domain/money";
import type { PlanFacts } from "../../lib/setup-page/view";
import { ScheduleTable } from "../ui/ScheduleTable";
import { SummaryList } from "../ui/SummaryList";

export function PlanSummary({ plan, provider }: { plan: PlanFacts; provider: string }) {
  return (
    <section aria-labelledby="debits" className="space-y-4">
      <h2 id="debits">The debits</h2>
      <SummaryList
        items={[
          { term: "Debited by", value: provider },
          { term: "Name on your bank statement", value: provider },
          { term: "For", value: plan.courseName },
          { term: "Amount", value: amountOf(plan) },
          { term: "Frequency", value: plan.numberOfInstalments === 1 ? "Once" : plan.frequency },
          { term: "First debit", value: formatDate(plan.firstDebitDate) },
          { term: "Number of payments", value: String(plan.numberOfInstalments) },
          { term: "Total", value: <strong>{formatMoney(plan.totalCents)}</strong> },
        ]}
      />
      <ScheduleTable instalments={plan.schedule} caption="Payment schedule" />
    </section>
  );
}

function amountOf({ instalmentCents, lastInstalmentCents }: PlanFacts): string {
  const amount = formatMoney(instalmentCents);
  return instalmentCents === lastInstalmentCents
    ? amount
    : `${amount}, last payment ${formatMoney(lastInstalmentCents)}`;
}

/** The same in one sentence, for the first step. */
export function PlanLine({ plan }: { plan: PlanFacts }) {
  const { numberOfInstalments: count, instalmentCents, lastInstalmentCents } = plan;
  const [total, first] = [formatMoney(plan.totalCents), formatDate(plan.firstDebitDate)];
  const last =
    instalmentCents === lastInstalmentCents ? "" : ` (the last ${formatMoney(lastInstalmentCents)})`;
  const payments =
    count === 1
      ? `one payment of ${total} on ${first}`
      : `${count} ${plan.frequency.toLowerCase()} payments of ${formatMoney(instalmentCents)}${last}, the first on ${first}, ${total} in all`;
  return (
    <p>
      For {plan.courseName}: {payments}. You can look over everything before you authorise it.
    </p>
  );
}
