import type { ReactNode } from "react";
import { classes } from "../../components/ui/classes";
import { Ticked } from "./Ticked";

/** So many columns fit every screen if words may break. */
const MAX_THAT_FIT = 2;
/** So many stand close together. */
const MANY = 6;

interface Props {
  /** Backticks mark code. */
  head: readonly string[];
  rows: readonly (readonly ReactNode[])[];
  /** For screen readers. */
  label: string;
}

/** Where there is no room for its columns, each row is a list of its cells, with the column's name before each. */
export function DataTable({ head, rows, label }: Props) {
  const fits = head.length <= MAX_THAT_FIT;
  const apart = head.length < MANY ? "@min-[44rem]:pr-6 @min-[44rem]:first:min-w-24" : "@min-[44rem]:pr-3";
  const folds = (look: string) => !fits && look;
  return (
    <table
      aria-label={label}
      className={classes(
        "w-full border-collapse text-left text-sm",
        fits ? "wrap-anywhere table-fixed @min-[40rem]:table-auto" : "@max-[44rem]:block",
      )}
    >
      <thead className={classes(folds("@max-[44rem]:sr-only"))}>
        <tr className="border-control border-b">
          {head.map((cell, at) => (
            <th
              // biome-ignore lint/suspicious/noArrayIndexKey: the cells of a table never move
              key={at}
              scope="col"
              className={classes(
                "py-2 align-bottom font-semibold last:pr-0",
                fits ? "pr-6" : apart,
                fits && "first:w-2/5 @min-[40rem]:first:w-auto",
              )}
            >
              <Ticked>{cell}</Ticked>
            </th>
          ))}
        </tr>
      </thead>
      <tbody className={classes("divide-y divide-divider", folds("@max-[44rem]:block"))}>
        {rows.map((row, at) => (
          <tr
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            key={at}
            className={classes(folds("@max-[44rem]:block @max-[44rem]:space-y-1 @max-[44rem]:py-3"))}
          >
            {row.map((cell, column) => (
              <td
                // biome-ignore lint/suspicious/noArrayIndexKey: as above
                key={column}
                data-label={fits ? undefined : head[column]?.replaceAll("`", "")}
                className={classes(fits ? CELL : FOLDING_CELL, folds(apart))}
              >
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const CELL = "py-2.5 pr-6 align-top first:min-w-24 last:pr-0";
const FOLDING_CELL =
  "@min-[44rem]:py-2.5 align-top @min-[44rem]:last:pr-0 @max-[44rem]:wrap-anywhere @max-[44rem]:block @max-[44rem]:empty:hidden @max-[44rem]:before:font-semibold @max-[44rem]:before:text-muted @max-[44rem]:before:content-[attr(data-label)_':_']";
