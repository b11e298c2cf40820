import type { ReactNode } from "react";
import { classes } from "../ui/classes";

interface Column {
  head: string;
  /** Left out on a small screen, where another column says it or it matters less. */
  isWide?: true;
  isMoney?: true;
  /** How the rows are sorted by it, and the address that sorts them by it, or the other way. */
  sort?: { order: "ascending" | "descending" | "none"; href: string };
}

const ARROWS = { ascending: " ↑", descending: " ↓", none: "" };

interface Props {
  /** Names the table for screen readers. */
  caption: string;
  /** Said in place of a table without rows. */
  empty?: string;
  columns: readonly Column[];
  rows: readonly { key: string; cells: readonly ReactNode[] }[];
}

export function DataTable({ caption, empty, columns, rows }: Props) {
  if (empty && rows.length === 0) return <p>{empty}</p>;
  const cell = ({ isWide, isMoney }: Column) =>
    classes(
      "pr-4 align-baseline last:pr-0",
      isWide && "hidden md:table-cell",
      isMoney && "text-right tabular-nums sm:whitespace-nowrap",
    );
  return (
    <table className="w-full">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr className="border-control border-b text-left text-muted text-sm">
          {columns.map((column) => (
            <th
              key={column.head}
              scope="col"
              aria-sort={column.sort?.order}
              className={classes(cell(column), "wrap-anywhere py-2 font-medium")}
            >
              {column.sort ? (
                <a href={column.sort.href} className="inline-flex min-h-6">
                  {column.head}
                  <span aria-hidden="true">{ARROWS[column.sort.order]}</span>
                </a>
              ) : (
                column.head
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells }) => (
          <tr key={key} className="border-divider border-b">
            {columns.map((column, at) => (
              <td key={column.head} className={classes(cell(column), "wrap-anywhere py-3")}>
                {cells[at]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
