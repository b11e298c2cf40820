import { formatShortDate } from "../../lib/domain/calendar";
import { formatMoney } from "../../lib/domain/money";
import type { Instalment } from "../../lib/domain/schedule";

const HEAD = "px-2 py-2 text-left font-medium text-muted text-sm";
const CELL = "@max-[14rem]:block @min-[28rem]:px-2 @min-[28rem]:py-2.5";
const MONEY = "text-right tabular-nums @max-[14rem]:text-left";

const COLUMNS = [
  ["No.", "w-12 @min-[28rem]:pl-0"],
  ["Due date", ""],
  ["Debit date", ""],
  ["Amount", "@min-[28rem]:text-right"],
  ["Balance", "@min-[28rem]:pr-0 @min-[28rem]:text-right"],
] as const;

/**
 * Where it is narrow each row takes two lines. The roles are written out, because a table with another `display` is no
 * table to browsers.
 */
export function ScheduleTable(props: { instalments: readonly Instalment[]; caption: string }) {
  const { instalments, caption } = props;
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: not redundant once the display is a grid.
    <div className="@container">
      <table role="table" className="block w-full @min-[28rem]:table">
        <caption className="block pb-3 text-left font-semibold @min-[28rem]:table-caption">{caption}</caption>
        <thead role="rowgroup" className="sr-only @min-[28rem]:not-sr-only @min-[28rem]:table-header-group">
          <tr role="row" className="border-control border-b">
            {COLUMNS.map(([title, look]) => (
              <th key={title} role="columnheader" scope="col" className={`${HEAD} ${look}`}>
                {title}
              </th>
            ))}
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
