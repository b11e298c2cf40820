import { ERROR_CODES } from "../../lib/domain/errors";
import { BenchChart } from "./BenchChart";
import { DataTable } from "./DataTable";
import type { Slots } from "./Markdown";
import { StateDiagram } from "./StateDiagram";
import { Ticked } from "./Ticked";
import { FACT_TABLES, type FactTable } from "./tables";

/** The parts of guides that are generated from the service's own constants. */
export const SLOTS: Slots = {
  ...Object.fromEntries(
    Object.entries(FACT_TABLES).map(([name, table]) => [name, () => <Facts table={table} />]),
  ),
  "plan-diagram": () => <StateDiagram of="start_plan" title="The states of a payment plan" />,
  "pay-now-diagram": () => <StateDiagram of="start_pay_now" title="The states of Pay Now" />,
  "bench-chart": () => <BenchChart />,
  "problem-codes": () => (
    <ul className="columns-1 gap-8 sm:columns-2">
      {ERROR_CODES.map((code) => (
        <li key={code} className="py-1">
          <a href={`/docs/problems/${code}`} className="break-all font-mono text-sm">
            {code}
          </a>
        </li>
      ))}
    </ul>
  ),
};

function Facts({ table: { label, head, rows } }: { table: FactTable }) {
  return (
    <DataTable
      label={label}
      head={head}
      // biome-ignore lint/suspicious/noArrayIndexKey: the cells of a table never move
      rows={rows.map((row) => row.map((cell, at) => <Ticked key={at}>{cell}</Ticked>))}
    />
  );
}
