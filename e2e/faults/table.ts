import type { Journal } from "./journal";

export interface Measured {
  /** From the moment that the database took writes again to the last answer that failed. */
  windowMs?: number;
  /** From the end of a fault until a server did again what was asked. */
  recoveries: readonly number[];
}

interface Row extends Measured {
  scenario: string;
  faults: string;
  journal: Journal;
  violations: readonly string[];
  /** From the end of the traffic until nothing was due. */
  quietMs: number;
  /** Of the machine. */
  load: number;
}

const COLUMNS = [
  "Scenario",
  "Faults",
  "Requests",
  "503",
  "No answer",
  "Repeated",
  "Violations",
  "Errors after",
  "Recovery p50 / max",
  "Quiet after",
  "Load",
];

/** The runner prints these lines at its end. */
export function tellRow({
  scenario,
  faults,
  journal,
  violations,
  windowMs,
  recoveries = [],
  quietMs,
  load,
}: Row) {
  const unhappy = journal.unhappy();
  const sorted = [...recoveries].sort((a, b) => a - b);
  const cells = [
    scenario,
    faults,
    journal.entries.length,
    unhappy.filter(({ status }) => status === 503).length,
    unhappy.filter(({ status }) => status === null).length,
    journal.replays,
    violations.length,
    windowMs === undefined ? "–" : seconds(windowMs),
    sorted.length === 0 ? "–" : `${seconds(sorted[sorted.length >> 1]!)} / ${seconds(sorted.at(-1)!)}`,
    seconds(quietMs),
    load.toFixed(1),
  ];
  for (const line of [COLUMNS, COLUMNS.map(() => "---"), cells]) console.error(`| ${line.join(" | ")} |`);
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
