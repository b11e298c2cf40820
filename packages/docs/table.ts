import { classes } from "../../components/ui/classes";
import { escapeHtml } from "../text/escape-html";

/** So many columns stand close together. */
const MANY = 6;

interface Table {
  /** HTML of its cells. */
  head: readonly string[];
  rows: readonly (readonly string[])[];
  /** Of its columns, as text. */
  names: readonly string[];
}

/** Said once, of the table: some have a hundred rows. */
const TABLE = [
  "w-full border-collapse text-left text-sm [&_th]:py-2 [&_th]:align-bottom [&_th]:font-semibold [&_td]:align-top",
  "@min-[44rem]:[&_td]:py-2.5",
  "@max-[44rem]:block @max-[44rem]:[&_tbody]:block @max-[44rem]:[&_thead]:sr-only",
  "@max-[44rem]:[&_tbody>tr]:block @max-[44rem]:[&_tbody>tr]:space-y-1 @max-[44rem]:[&_tbody>tr]:py-3",
  "@max-[44rem]:[&_td]:block @max-[44rem]:[&_td]:wrap-anywhere @max-[44rem]:[&_td:empty]:hidden",
  "@max-[44rem]:[&_td]:before:font-semibold @max-[44rem]:[&_td]:before:text-muted",
  "@max-[44rem]:[&_td:not([data-label=''])]:before:content-[attr(data-label)_':_']",
];
const APART = "@min-[44rem]:[&_:is(th,td)]:not-last:pr-6 @min-[44rem]:[&_:is(th,td)]:first:min-w-24";
const CLOSE = "@min-[44rem]:[&_:is(th,td)]:not-last:pr-3";

/**
 * Where there is no room for its columns, each row is a list of its cells, with the column's name before each. The roles
 * keep it a table for screen readers then.
 */
export function tableOf({ head, rows, names }: Table): string {
  const cell = (html: string, column: number) =>
    `<td role="cell" data-label="${escapeHtml(names[column] ?? "")}">${html}</td>`;
  const row = (cells: readonly string[]) => `<tr role="row">${cells.map(cell).join("")}</tr>`;
  return `<table role="table" class="${classes(...TABLE, head.length < MANY ? APART : CLOSE)}">
    <thead role="rowgroup">
      <tr role="row" class="border-control border-b">${head.map((html) => `<th role="columnheader" scope="col">${html}</th>`).join("")}</tr>
    </thead>
    <tbody role="rowgroup" class="divide-y divide-divider">${rows.map(row).join("")}</tbody>
  </table>`;
}
