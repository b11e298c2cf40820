import { formatMoney } from "../../lib/domain/money";
import type { FormerAccount, PlanFacts, SetupPage } from "../../lib/setup-page/view";
import { formatDate } from "../../packages/dates/calendar";
import { firstAndLast } from "../../packages/text/narrow";
import { Disclosure } from "../ui/Disclosure";
import { ScheduleTable } from "../ui/ScheduleTable";
import { SummaryList } from "../ui/SummaryList";

interface Props {
  plan: PlanFacts;
  provider: string;
  request: SetupPage["request"];
  /** Where a review follows that shows all of it again: one sentence, which opens. */
  isFolded: boolean;
}

export function PlanSummary({ plan, provider, request, isFolded }: Props) {
  const facts = (
    <SummaryList
      isShort
      items={[
        ...whoDebits(request, provider),
        { term: "Payments", value: paymentsOf(plan) },
        { term: "First debit", value: formatDate(firstDebitOf(plan)) },
        { term: "Total", value: <strong>{formatMoney(plan.totalCents)}</strong> },
      ]}
    />
  );
  const schedule = (
    <div className="space-y-4">
      <p>For {plan.courseName}</p>
      <ScheduleTable instalments={plan.schedule} caption="Payment schedule" isWhole />
    </div>
  );
  return (
    <section aria-labelledby="debits" className="space-y-3">
      <h2 id="debits">The debits</h2>
      {isFolded ? (
        <>
          <p>Your bank statement shows the debits as {request.statementName}.</p>
          <Disclosure label={`By ${debitedBy(request, provider)}: ${sentenceOf(plan)}`}>
            <div className="space-y-4">
              {facts}
              {schedule}
            </div>
          </Disclosure>
        </>
      ) : (
        <>
          {facts}
          <Disclosure label="Show every payment and its date">{schedule}</Disclosure>
        </>
      )}
    </section>
  );
}

const debitedBy = ({ debitedBy: name }: Props["request"], provider: string) =>
  name === provider ? provider : `${name}, for ${provider}`;

function whoDebits(request: Props["request"], provider: string) {
  const by = debitedBy(request, provider);
  if (by === request.statementName)
    return [{ term: "Debited by", value: `${by}, also the name on your bank statement` }];
  return [
    { term: "Debited by", value: by },
    { term: "Name on your bank statement", value: request.statementName },
  ];
}

const firstDebitOf = ({ schedule }: PlanFacts) => firstAndLast(schedule)[0].debitDate;

/** How many, how often, how much. */
function paymentsOf(plan: PlanFacts): string {
  const { schedule, frequency } = plan;
  if (schedule.length === 1) return `One payment of ${formatMoney(plan.totalCents)}`;
  const [first, last] = firstAndLast(schedule).map(({ amountCents }) => formatMoney(amountCents));
  const other = first === last ? "" : ` (the last ${last})`;
  return `${schedule.length} ${frequency.toLowerCase()} payments of ${first}${other}`;
}

/** The same with the first date and the total, within a sentence. */
function sentenceOf(plan: PlanFacts): string {
  const [total, first] = [formatMoney(plan.totalCents), formatDate(firstDebitOf(plan))];
  if (plan.schedule.length === 1) return `one payment of ${total} on ${first}`;
  return `${paymentsOf(plan)}, the first on ${first}, ${total} in all`;
}

/** The debits from another account of a signed plan: their dates are the plan's. */
export function LeftToPay({
  former,
  provider,
  request,
}: Pick<Props, "provider" | "request"> & { former: FormerAccount }) {
  const { next, outstandingCents } = former;
  return (
    <section aria-labelledby="debits" className="space-y-3">
      <h2 id="debits">The debits</h2>
      <SummaryList
        isShort
        items={[
          ...whoDebits(request, provider),
          ...(next
            ? [{ term: "Next debit", value: `${formatMoney(next.amountCents)} on ${formatDate(next.date)}` }]
            : []),
          { term: "Still to pay", value: <strong>{formatMoney(outstandingCents)}</strong> },
        ]}
      />
      <p>The amounts and the total of your signed payment plan stay the same.</p>
    </section>
  );
}

/** For the first step. */
export function PlanLine({ plan, former }: { plan: PlanFacts; former: FormerAccount | null }) {
  if (former)
    return (
      <p>
        For {plan.courseName}: you give another account in the place of{" "}
        <span className="whitespace-nowrap">{`${former.bsb} ending ${former.ending}`}</span>. Until you have
        authorised it, nothing changes.
      </p>
    );
  return (
    <p>
      For {plan.courseName}: {sentenceOf(plan)}.
    </p>
  );
}
