import { formatDate } from "../../lib/domain/calendar";
import { formatMoney } from "../../lib/domain/money";
import type { PlanFacts } from "../../lib/setup-page/view";
import { ScheduleTable } from "../ui/ScheduleTable";
import { SummaryList } from "../ui/SummaryList";

/** What the student is asked to authorise: who debits, what, when, and all of it together. */
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
      <details>
        <summary className="flex min-h-12 cursor-pointer items-center text-accent underline underline-offset-[0.2em]">
          Show every payment and its date
        </summary>
        <div className="pt-2">
          <ScheduleTable instalments={plan.schedule} caption="Payment schedule" />
        </div>
      </details>
    </section>
  );
}

function amountOf({ instalmentCents, lastInstalmentCents }: PlanFacts): string {
  const amount = formatMoney(instalmentCents);
  return instalmentCents === lastInstalmentCents
    ? amount
    : `${amount}, last payment ${formatMoney(lastInstalmentCents)}`;
}
