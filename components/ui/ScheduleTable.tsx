import type { ReactNode } from "react";
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

/** A plan's payments, by the day on which the bank is asked. In print it shows all of them. */
export function ScheduleTable({
  instalments,
  caption,
  isWhole = false,
}: {
  instalments: readonly Instalment[];
  caption: ReactNode;
  /** All rows at once, where the table itself was opened. */
  isWhole?: boolean;
}) {
  const count = instalments.length;
  const isFolded = !isWhole && count > MAX_AT_ONCE;
  const rows = instalments.map((instalment) => (
    <Row
      key={instalment.number}
      instalment={instalment}
      isHidden={isFolded && instalment.number > FIRST_ROWS && instalment.number < count}
    />
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
            <th scope="col" className={classes(HEAD, "text-right", WIDE)}>
              Balance
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, FIRST_ROWS)}
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
          {rows.slice(FIRST_ROWS)}
        </tbody>
      </table>
    </div>
  );
}

function Row({ instalment, isHidden }: { instalment: Instalment; isHidden: boolean }) {
  const { number, dueDate, debitDate, amountCents, balanceAfterCents } = instalment;
  return (
    <tr className={classes("break-inside-avoid border-divider border-b", isHidden && FOLDED)}>
      <td className={classes(CELL, NUMBER, "text-muted tabular-nums")}>{number}</td>
      <td className={classes(CELL, "@max-[14rem]:wrap-anywhere @max-[14rem]:pl-0")}>
        {formatShortDate(debitDate)}
        {debitDate !== dueDate && (
          <>
            {" "}
            <span className="inline-block text-muted text-sm">({dueOn(dueDate)})</span>
          </>
        )}
      </td>
      <td className={classes(CELL, MONEY)}>{formatMoney(amountCents)}</td>
      <td className={classes(CELL, MONEY, WIDE, "text-muted")}>{formatMoney(balanceAfterCents)}</td>
    </tr>
  );
}

/** "due 29 Mar, public holiday": why the debit is later. The year is the debit's, or the one before. */
function dueOn(dueDate: string): string {
  return `due ${formatShortDate(dueDate).replace(/ \d{4}$/, "")}, ${whyLater(dueDate)}`;
}
