import type { ReactNode } from "react";
import { classes } from "../ui/classes";

/** So many columns fit every screen if words may break. */
const MOST_THAT_FIT = 2;
/** More of them need the whole width of the text, whatever the screen. */
const MANY = 5;

interface Props {
  head: readonly ReactNode[];
  rows: readonly (readonly ReactNode[])[];
  /** For screen readers. */
  label: string;
}

/** A wide table scrolls inside, by keyboard too, with a shade at the edge behind which there is more. */
export function DataTable({ head, rows, label }: Props) {
  const fits = head.length <= MOST_THAT_FIT;
  const table = (
    <table
      aria-label={label}
      className={classes(
        "w-full border-collapse text-left text-sm",
        fits
          ? "wrap-anywhere table-fixed @min-[40rem]:table-auto"
          : head.length < MANY
            ? "min-w-112"
            : "min-w-160",
      )}
    >
      <thead>
        <tr className="border-control border-b">
          {head.map((cell, at) => (
            <th
              // biome-ignore lint/suspicious/noArrayIndexKey: the cells of a table never move
              key={at}
              scope="col"
              className={classes(
                "py-2 pr-6 align-bottom font-semibold last:pr-0",
                fits && "first:w-2/5 @min-[40rem]:first:w-auto",
              )}
            >
              {cell}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-divider">
        {rows.map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <tr key={at}>
            {row.map((cell, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: as above
              <td key={column} className="py-2.5 pr-6 align-top first:min-w-24 last:pr-0">
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
  if (fits) return table;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <div role="group" aria-label={label} tabIndex={0} className="edge-shade overflow-x-auto">
      {table}
    </div>
  );
}
