import type { ReactNode } from "react";
import { formatShortDate } from "../../lib/domain/calendar";
import { formatMoney } from "../../lib/domain/money";

/** One payment of a plan. */
export interface ScheduleRow {
  number: number;
  /** "YYYY-MM-DD". */
  dueDate: string;
  /** The business day on which the bank is asked, "YYYY-MM-DD". */
  debitDate: string;
  amountCents: number;
  balanceAfterCents: number;
}

const HEAD = "px-2 py-2 text-left font-medium text-muted text-sm";
const CELL = "@max-[14rem]:block @min-[28rem]:px-2 @min-[28rem]:py-2.5";
const MONEY = "text-right tabular-nums @max-[14rem]:text-left";

/**
 * Every payment of a plan. In a narrow place each row takes two lines; the roles are written out because browsers
 * drop a table's meaning with its display.
 */
export function ScheduleTable({
  instalments,
  caption,
}: {
  instalments: readonly ScheduleRow[];
  caption: ReactNode;
}) {
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: not redundant once the display is a grid.
    <div className="@container">
      <table role="table" className="block w-full @min-[28rem]:table">
        <caption className="block pb-3 text-left font-semibold @min-[28rem]:table-caption">{caption}</caption>
        <thead role="rowgroup" className="sr-only @min-[28rem]:not-sr-only @min-[28rem]:table-header-group">
          <tr role="row" className="border-control border-b">
            <th role="columnheader" scope="col" className={`${HEAD} w-12 @min-[28rem]:pl-0`}>
              No.
            </th>
            <th role="columnheader" scope="col" className={HEAD}>
              Due date
            </th>
            <th role="columnheader" scope="col" className={HEAD}>
              Debit date
            </th>
            <th role="columnheader" scope="col" className={`${HEAD} @min-[28rem]:text-right`}>
              Amount
            </th>
            <th
              role="columnheader"
              scope="col"
              className={`${HEAD} @min-[28rem]:pr-0 @min-[28rem]:text-right`}
            >
              Balance
            </th>
          </tr>
        </thead>
        <tbody
          role="rowgroup"
          className="block border-divider border-t @min-[28rem]:table-row-group @min-[28rem]:border-t-0"
        >
          {instalments.map(({ number, dueDate, debitDate, amountCents, balanceAfterCents }) => (
            <tr
              key={number}
              role="row"
              className="grid grid-cols-[1.75rem_1fr_auto] gap-x-1.5 @max-[14rem]:block border-divider border-b py-2.5 @min-[28rem]:table-row @min-[28rem]:break-inside-avoid"
            >
              <td role="cell" className={`${CELL} text-muted tabular-nums @min-[28rem]:pl-0`}>
                {number}
              </td>
              <td
                role="cell"
                className={`${CELL} col-span-2 col-start-1 row-start-2 whitespace-nowrap @max-[28rem]:text-muted @max-[28rem]:text-sm`}
              >
                <span className="@min-[28rem]:hidden">Due </span>
                {formatShortDate(dueDate)}
              </td>
              <td role="cell" className={`${CELL} col-start-2 row-start-1 whitespace-nowrap`}>
                {formatShortDate(debitDate)}
              </td>
              <td role="cell" className={`${CELL} ${MONEY} col-start-3 row-start-1`}>
                {formatMoney(amountCents)}
              </td>
              <td
                role="cell"
                className={`${CELL} ${MONEY} col-start-3 row-start-2 text-muted @max-[28rem]:text-sm @min-[28rem]:pr-0`}
              >
                <span className="@min-[28rem]:hidden">Balance </span>
                {formatMoney(balanceAfterCents)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
    // biome-ignore-end lint/a11y/noRedundantRoles: see above.
  );
}
