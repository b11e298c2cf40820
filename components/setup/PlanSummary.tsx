import { formatDate } from "../../lib/domain/calendar";
import { formatMoney } from "../../lib/domain/money";
import type { PlanFacts } from "../../lib/setup-page/view";
import { Disclosure } from "../ui/Disclosure";
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
      <Disclosure label="Show every payment and its date">
        <ScheduleTable instalments={plan.schedule} caption="Payment schedule" />
      </Disclosure>
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
  const {
    numberOfInstalments: count,
    instalmentCents,
    lastInstalmentCents,
    firstDebitDate,
    totalCents,
  } = plan;
  const last =
    instalmentCents === lastInstalmentCents ? "" : ` (the last ${formatMoney(lastInstalmentCents)})`;
  const payments =
    count === 1
      ? `one payment of ${formatMoney(totalCents)} on ${formatDate(firstDebitDate)}`
      : `${count} ${plan.frequency.toLowerCase()} payments of ${formatMoney(instalmentCents)}${last}, the first on ${formatDate(firstDebitDate)}, ${formatMoney(totalCents)} in all`;
  return (
    <p>
      For {plan.courseName}: {payments}. You can look over everything before you authorise it.
    </p>
  );
}
