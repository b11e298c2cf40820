import { classes } from "../../components/ui/classes";
import { escapeHtml } from "../text/escape-html";

/** So many columns fit every screen if words may break. */
const MAX_THAT_FIT = 2;
/** So many stand close together. */
const MANY = 6;

interface Table {
  /** HTML of its cells. */
  head: readonly string[];
  rows: readonly (readonly string[])[];
  /** Of its columns, as text. */
  names: readonly string[];
}

const CELL = "py-2.5 pr-6 align-top first:min-w-24 last:pr-0";
const FOLDING_CELL =
  "@min-[44rem]:py-2.5 align-top @min-[44rem]:last:pr-0 @max-[44rem]:wrap-anywhere @max-[44rem]:block @max-[44rem]:empty:hidden @max-[44rem]:before:font-semibold @max-[44rem]:before:text-muted @max-[44rem]:before:content-[attr(data-label)_':_']";

/** Where there is no room for its columns, each row is a list of its cells, with the column's name before each. */
export function tableOf({ head, rows, names }: Table): string {
  const fits = head.length <= MAX_THAT_FIT;
  const apart = head.length < MANY ? "@min-[44rem]:pr-6 @min-[44rem]:first:min-w-24" : "@min-[44rem]:pr-3";
  const folds = (look: string) => !fits && look;
  const th = classes(
    "py-2 align-bottom font-semibold last:pr-0",
    fits ? "pr-6 first:w-2/5 @min-[40rem]:first:w-auto" : apart,
  );
  const td = classes(fits ? CELL : FOLDING_CELL, folds(apart));
  const cell = (html: string, column: number) =>
    `<td class="${td}"${fits ? "" : ` data-label="${escapeHtml(names[column] ?? "")}"`}>${html}</td>`;
  const row = (cells: readonly string[]) =>
    `<tr class="${classes(folds("@max-[44rem]:block @max-[44rem]:space-y-1 @max-[44rem]:py-3"))}">${cells.map(cell).join("")}</tr>`;
  const table = classes(
    "w-full border-collapse text-left text-sm",
    fits ? "wrap-anywhere table-fixed @min-[40rem]:table-auto" : "@max-[44rem]:block",
  );
  return `<table class="${table}">
    <thead class="${classes(folds("@max-[44rem]:sr-only"))}">
      <tr class="border-control border-b">${head.map((html) => `<th scope="col" class="${th}">${html}</th>`).join("")}</tr>
    </thead>
    <tbody class="${classes("divide-y divide-divider", folds("@max-[44rem]:block"))}">${rows.map(row).join("")}</tbody>
  </table>`;
}
