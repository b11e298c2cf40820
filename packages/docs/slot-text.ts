import { PROBLEMS } from "../../lib/contract/problem-table";
import { ERROR_CODES } from "../../lib/domain/errors";
import { problemPath } from "./problems";
import { sentenceOf } from "./state-diagram";
import { type Beginning, movesFrom } from "./states";
import { FACT_TABLES, type FactTable } from "./tables";

const tables: Record<string, FactTable> = FACT_TABLES;

const movesText = (of: Beginning) =>
  movesFrom(of)
    .map((move) => `- ${sentenceOf(move)}`)
    .join("\n");

const TEXTS: Record<string, () => string> = {
  "plan-diagram": () => movesText("start_plan"),
  "pay-now-diagram": () => movesText("start_pay_now"),
  "problem-codes": () =>
    ERROR_CODES.map((code) => `- [${code}](${problemPath(code)}): ${PROBLEMS[code].title}`).join("\n"),
};

/** In markdown, what a guide's slot shows; empty for a chart, whose figures a table beside it has. */
export function slotText(name: string): string {
  const table = tables[name];
  return table ? tableText(table) : (TEXTS[name]?.() ?? "");
}

function tableText({ head, rows }: FactTable): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}
