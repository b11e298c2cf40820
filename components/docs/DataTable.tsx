import type { ReactNode } from "react";

/** Rows of facts. A wide one scrolls inside, by keyboard too. */
export function DataTable({
  head,
  rows,
  label = "Table",
}: {
  head: readonly ReactNode[];
  rows: readonly (readonly ReactNode[])[];
  label?: string;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <div tabIndex={0} className="overflow-x-auto">
      <table aria-label={label} className="w-full min-w-112 border-collapse text-left text-sm">
        <thead>
          <tr className="border-control border-b">
            {head.map((cell, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the cells of a table never move
              <th key={at} scope="col" className="py-2 pr-6 align-bottom font-semibold">
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
                <td key={column} className="py-2.5 pr-6 align-top first:min-w-24">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
