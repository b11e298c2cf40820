import { type Figure, figureIf, figureOf, type Measured } from "./measured";
import type { Recording } from "./recorder";
import type { Rounds } from "./rounds";
import type { Against, Row } from "./rows";
import type { DatabaseSettings } from "./surroundings";

interface About {
  measured_at: string;
  form: "short" | "full";
  node: string;
  cores: number;
  workers: number;
  rounds: number;
  seconds_a_round: number;
  database: DatabaseSettings;
}

interface ReportRow {
  name: string;
  title: string;
  connections: number;
  requests_per_second: Figure;
  p50_ms: number;
  p99_ms: number;
  cpu_ms: { service: number | null; database: number | null };
  round_trips: number;
  statements: number;
  bytes: number;
  peak_mb: number | null;
  errors: number;
  /** What it is held against; null for a row that stands alone. */
  against: {
    is: Against;
    requests_per_second: Figure;
    p50_ms: number;
    p99_ms: number;
    cpu_ms: { service: number | null; database: number | null };
    errors: number;
  } | null;
}

export interface Report {
  /** Of requests a second to those of what the row is held against, in the same round: the median of the rounds. */
  ratios: Record<string, number>;
  about: About;
  rows: ReportRow[];
}

interface Found {
  about: About;
  rows: Row[];
  rounds: Map<string, Rounds>;
  asked: Map<string, Recording>;
}

export function reportOf({ about, rows, rounds, asked }: Found): Report {
  const ratios = rows.flatMap(({ name }) => {
    const { service, bare } = rounds.get(name)!;
    const each = service.map(({ perSecond }, round) => perSecond / (bare[round]?.perSecond ?? 0));
    return bare.length > 0 ? [[name, rounded(figureOf(each).median)] as const] : [];
  });
  return rounding({
    ratios: Object.fromEntries(ratios),
    about,
    rows: rows.map((row) => reportRow(row, rounds.get(row.name)!, asked.get(row.name)!)),
  });
}

function reportRow(
  { name, title, connections, against }: Row,
  { service, bare }: Rounds,
  asked: Recording,
): ReportRow {
  return {
    name,
    title,
    connections,
    ...common(service),
    round_trips: asked.roundTrips,
    statements: asked.statements.length,
    bytes: Math.round(figureOf(service.map(({ bytes }) => bytes)).median),
    peak_mb: service.some(({ peakMb }) => peakMb === null)
      ? null
      : Math.max(...service.map(({ peakMb }) => peakMb ?? 0)),
    against: against && bare.length > 0 ? { is: against, ...common(bare) } : null,
  };
}

/** What is told of a server, whichever it is. */
const common = (rounds: Measured[]) => ({
  requests_per_second: figureOf(rounds.map(({ perSecond }) => perSecond)),
  p50_ms: figureOf(rounds.map(({ p50 }) => p50)).median,
  p99_ms: figureOf(rounds.map(({ p99 }) => p99)).median,
  cpu_ms: {
    service: figureIf(rounds.map(({ serviceCpuMs }) => serviceCpuMs))?.median ?? null,
    database: figureIf(rounds.map(({ databaseCpuMs }) => databaseCpuMs))?.median ?? null,
  },
  errors: rounds.reduce((sum, { errors }) => sum + errors, 0),
});

const rounded = (value: number) => Number(value.toPrecision(value >= 100 ? 5 : 3));

/** Three digits say all that another run would repeat. */
function rounding<T>(value: T): T {
  if (typeof value === "number") return rounded(value) as T;
  if (Array.isArray(value)) return value.map(rounding) as T;
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, rounding(one)])) as T;
}

const AGAINST: Record<Against, string> = {
  fixed: "a bare server that answers the same bytes",
  replay: "a bare server with the very same SQL",
  floor: "Next's own server with its smallest dynamic page",
};

const HEAD = [
  ...["", "req/s", "±", "p50 ms", "p99 ms", "CPU ms", "DB CPU ms", "trips", "bytes", "peak MB", "errors"],
];

/** The report as a person reads it: the ratios first. */
export function printed(report: Report): string {
  const { ratios, about, rows } = report;
  const settings = Object.entries(about.database).map(([name, value]) => `${name} ${value}`);
  const told = rows.flatMap(({ name, title, against }) =>
    against ? [`${String(ratios[name]).padStart(7)}  ${title}, to ${AGAINST[against.is]}`] : [],
  );
  const lines = rows.flatMap((row) => [
    cells(row.title, row, [String(row.round_trips), String(row.bytes), shown(row.peak_mb, 0)]),
    ...(row.against ? [cells(`  ${row.against.is}`, row.against, ["", "", ""])] : []),
  ]);
  return [
    "Ratios of requests a second",
    ...told,
    "",
    `${about.workers} ${about.workers === 1 ? "process" : "processes"}, ${about.cores} cores, Node ${about.node}; PostgreSQL: ${settings.join(", ")}`,
    `${about.rounds} rounds of ${about.seconds_a_round} s; medians, and ± how far the rounds lie apart`,
    "",
    ...aligned([HEAD, ...lines]),
  ].join("\n");
}

function cells(
  title: string,
  {
    requests_per_second: rate,
    p50_ms,
    p99_ms,
    cpu_ms,
    errors,
  }: Omit<ReportRow, "name"> | NonNullable<ReportRow["against"]>,
  own: [string, string, string],
): string[] {
  return [
    title,
    shown(rate.median, 0),
    `${(100 * rate.spread).toFixed(0)} %`,
    shown(p50_ms, 1),
    shown(p99_ms, 1),
    shown(cpu_ms.service, 2),
    shown(cpu_ms.database, 2),
    ...own,
    String(errors),
  ];
}

const shown = (value: number | null, digits: number) => (value === null ? "–" : value.toFixed(digits));

/** A table in columns; the first row is its head. */
function aligned(rows: string[][]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!)))
      .join("  "),
  );
}
