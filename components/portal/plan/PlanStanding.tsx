import { formatMoney } from "@/lib/domain/money";
import { isPlanOver } from "@/lib/domain/plan-states";
import type { PlanPage } from "@/lib/enrolment/plan-page";
import type { EnrolmentView } from "@/lib/enrolment/view";
import { formatDate, formatDay } from "@/packages/dates/calendar";

interface Props {
  plan: PlanPage;
  bank: EnrolmentView["bank"];
  /** Where another account is given. */
  changeHref: string;
}

/** What a student asks first: how much is paid, what comes next, from which account. */
export function PlanStanding({ plan, bank, changeHref }: Props) {
  const { paidCents, refundedCents, financedCents, onItsWay, next, today, pausedUntil } = plan;
  const day = (date: string) => formatDay(date, today);
  return (
    <section className="space-y-3 tabular-nums">
      <p>
        You have paid{" "}
        <strong className="block text-[1.75rem] leading-tight sm:text-4xl">
          {formatMoney(paidCents)}{" "}
          <span className="text-lg text-muted sm:text-xl">of {formatMoney(financedCents)}.</span>
        </strong>
      </p>
      {refundedCents > 0 && (
        <p>
          Refunded to you: <strong>{formatMoney(refundedCents)}</strong>. You do not pay this again.
        </p>
      )}
      {onItsWay && (
        <p>
          On its way to your bank: <strong>{sumOf(onItsWay)}</strong> on {day(onItsWay.date)}. This can no
          longer be changed.
        </p>
      )}
      {pausedUntil !== null && (
        <p>
          Your payments are paused until <strong>{formatDate(pausedUntil)}</strong>. They go on by themselves
          after that.
        </p>
      )}
      {next && (
        <p>
          Next: <strong>{sumOf(next)}</strong> on <strong>{day(next.date)}</strong>.
          {next.changeUntil !== null && ` You can change it until ${day(next.changeUntil)}.`}
        </p>
      )}
      {bank && (
        <p>
          Your account: <span className="sm:whitespace-nowrap">{`${bank.bsb} ending ${bank.ending}`}</span>.{" "}
          {(next || onItsWay) && `Payments appear on your statement as ${bank.statementName}. `}
          {!isPlanOver(plan.status) && (
            <a className="inline-block print:hidden" href={changeHref}>
              Change your account
            </a>
          )}
        </p>
      )}
    </section>
  );
}

const sumOf = ({ amountCents, count }: { amountCents: number; count: number }): string =>
  count === 1 ? formatMoney(amountCents) : `${formatMoney(amountCents)}, for ${count} payments together,`;
