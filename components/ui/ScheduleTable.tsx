import { Fragment, type ReactNode } from "react";
import { formatMoney } from "../../lib/domain/money";
import type { Instalment } from "../../lib/domain/schedule";
import { whyLater } from "../../packages/dates/business-days";
import { formatShortDate } from "../../packages/dates/calendar";
import { classes } from "./classes";

/** Up to this many payments all are shown; of more, the first and the last. */
const MAX_AT_ONCE = 5;
const FIRST_ROWS = 3;

const CELL = "py-2.5 pl-3 align-baseline first:pl-0";
const HEAD = "py-2 pl-3 text-left font-medium text-muted text-sm first:pl-0";
/** The numbers, unless the letters are very large. */
const NUMBER = "@max-[14rem]:hidden";
const MONEY = "text-right tabular-nums";
/** The balance, where there is room for it. */
const WIDE = "hidden sm:@min-[28rem]:table-cell print:table-cell";
/** Until the student asks for all. A browser that does not know `:has` shows them at once. */
const FOLDED = "not-print:group-[:not(:has(details[open]))]/schedule:hidden";

type Payment = Omit<Instalment, "balanceAfterCents"> & Partial<Instalment>;

/** A plan's payments, by the day on which the bank is asked. In print it shows all of them. */
export function ScheduleTable({
  instalments,
  caption,
  isWhole = false,
  isShown = (number) => number <= FIRST_ROWS || number === instalments.length,
  stateOf,
}: {
  instalments: readonly Payment[];
  caption: ReactNode;
  /** All rows at once, where the table itself was opened. */
  isWhole?: boolean;
  /** Of a long plan, which rows stand there at first. */
  isShown?: (number: number) => boolean;
  /** What became of a payment, in place of its balance and of why it is late. */
  stateOf?: (number: number) => ReactNode;
}) {
  const count = instalments.length;
  const isHidden = instalments.map(({ number }) => !isWhole && count > MAX_AT_ONCE && !isShown(number));
  const isFolded = isHidden.includes(true);
  const gap = isHidden.indexOf(true);
  const rows = instalments.map((instalment, index) => (
    <Fragment key={instalment.number}>
      {index > gap && isHidden[index] && !isHidden[index - 1] && <FurtherGap />}
      <Row instalment={instalment} isHidden={isHidden[index] ?? false} state={stateOf?.(instalment.number)} />
    </Fragment>
  ));
  return (
    <div className="@container">
      <table className="group/schedule w-full">
        <caption className="pb-2 text-left font-semibold">{caption}</caption>
        <thead>
          <tr className="border-control border-b">
            <th scope="col" className={classes(HEAD, "w-10", NUMBER)}>
              No.
            </th>
            <th scope="col" className={HEAD}>
              Debit date
            </th>
            <th scope="col" className={classes(HEAD, "text-right")}>
              Amount
            </th>
            {!stateOf && (
              <th scope="col" className={classes(HEAD, "text-right", WIDE)}>
                Balance
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, isFolded ? gap : count)}
          {isFolded && (
            // In the gap, so that what it shows follows it.
            <tr className="border-divider border-b print:hidden">
              <td className={classes(NUMBER, "text-muted")}>
                <span aria-hidden="true" className="group-has-[details[open]]/schedule:hidden">
                  …
                </span>
              </td>
              <td colSpan={3} className="pl-3">
                <details className="group/all">
                  <summary className="flex min-h-12 w-fit cursor-pointer list-none items-center text-accent underline underline-offset-[0.2em] [&::-webkit-details-marker]:hidden">
                    <span className="group-open/all:hidden">Show all {count}</span>
                    <span className="hidden group-open/all:inline">Show fewer</span>
                  </summary>
                </details>
              </td>
            </tr>
          )}
          {rows.slice(isFolded ? gap : count)}
        </tbody>
      </table>
    </div>
  );
}

/** The first gap has the button for all. */
const FurtherGap = () => (
  <tr className="border-divider border-b group-has-[details[open]]/schedule:hidden print:hidden">
    <td colSpan={4} className="py-2.5 text-muted">
      <span aria-hidden="true">…</span>
    </td>
  </tr>
);

function Row({ instalment, isHidden, state }: { instalment: Payment; isHidden: boolean; state: ReactNode }) {
  const { number, dueDate, debitDate, amountCents, balanceAfterCents } = instalment;
  return (
    <tr className={classes("break-inside-avoid border-divider border-b", isHidden && FOLDED)}>
      <td className={classes(CELL, NUMBER, "text-muted tabular-nums")}>{number}</td>
      <td className={classes(CELL, "@max-[14rem]:wrap-anywhere @max-[14rem]:pl-0")}>
        {formatShortDate(debitDate)}
        {state}
        {balanceAfterCents !== undefined && debitDate !== dueDate && (
          <>
            {" "}
            <span className="inline-block text-muted text-sm">({dueOn(dueDate)})</span>
          </>
        )}
      </td>
      <td className={classes(CELL, MONEY)}>{formatMoney(amountCents)}</td>
      {balanceAfterCents !== undefined && (
        <td className={classes(CELL, MONEY, WIDE, "text-muted")}>{formatMoney(balanceAfterCents)}</td>
      )}
    </tr>
  );
}

/** "due 29 Mar, public holiday": why the debit is later. The year is the debit's, or the one before. */
function dueOn(dueDate: string): string {
  return `due ${formatShortDate(dueDate).replace(/ \d{4}$/, "")}, ${whyLater(dueDate)}`;
}
