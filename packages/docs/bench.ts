import measured from "../../docs/bench.json";

/** What `npm run bench -- --json docs/bench.json` wrote, as a guide's chart and table show it. */

export interface BenchBar {
  /** What is measured, and what is all of the bar. */
  title: string;
  against: string;
  /** Of its requests a second. */
  ratio: number;
}

const AGAINST: Record<string, string> = {
  fixed: "a bare server that answers the same bytes",
  replay: "a bare server with the very same SQL",
  floor: "Next’s own server with its smallest dynamic page",
};

const ratios: Record<string, number> = measured.ratios;

export const BENCH_BARS: readonly BenchBar[] = measured.rows.flatMap(({ name, title, against }) => {
  const ratio = ratios[name];
  return against && ratio !== undefined ? [{ title, against: AGAINST[against.is] ?? "", ratio }] : [];
});

const { about, pgbench_status_per_second, half_load, beside_confirms, memory } = measured as Measured;

interface Measured {
  about: {
    measured_at: string;
    node: string;
    cores: number;
    workers: number;
    database: { server_version: string };
  };
  pgbench_status_per_second: number | null;
  half_load: {
    per_second: number;
    p50_ms: number;
    p99_ms: number;
    bare: { p50_ms: number; p99_ms: number };
  };
  beside_confirms: {
    per_second: number;
    alone_p99_ms: number;
    beside_p99_ms: number;
    confirms_per_second: number;
  };
  memory: { requests: number; mb_per_100_000_requests: number } | null;
}

/** On what it was measured, in one sentence. */
export const BENCH_ABOUT = `Measured on ${about.measured_at.slice(0, 10)}: ${about.cores} cores for the service in ${
  about.workers === 1 ? "one process" : `${about.workers} processes`
}, its database and the load; Node ${about.node.slice(1)}, PostgreSQL ${about.database.server_version} with fsync.`;

const figure = (value: number | null, digits = 0) =>
  value === null
    ? "–"
    : value.toLocaleString("en-AU", { minimumFractionDigits: digits, maximumFractionDigits: digits });

export const BENCH_ROWS: readonly (readonly string[])[] = measured.rows.map((row) => [
  row.title,
  figure(row.requests_per_second.median),
  figure(row.p50_ms, 1),
  figure(row.p99_ms, 1),
  figure(row.cpu_ms.service, 2),
  figure(row.cpu_ms.database, 2),
  String(row.round_trips),
  figure(row.bytes),
  figure(row.peak_mb),
]);

const CORES = [4, 8, 16] as const;

/** What was measured beside the load, and what processor time lets more cores do, without it. */
export const BENCH_CORES: readonly (readonly string[])[] = ["status", "create_plan", "list", "hosted_page"]
  .flatMap((name) => measured.rows.find((row) => row.name === name) ?? [])
  .map(({ title, requests_per_second, cpu_ms: { service, database } }) => [
    title,
    `${figure(service, 2)} and ${figure(database, 2)}`,
    figure(requests_per_second.median),
    ...CORES.map((cores) => figure(Number(((cores * 1000) / (service + database)).toPrecision(2)))),
  ]);

export const BENCH_OTHERS: readonly (readonly string[])[] = [
  [
    `Status at half of its load, ${figure(half_load.per_second)} requests/s`,
    `p50 ${figure(half_load.p50_ms, 1)} ms, p99 ${figure(half_load.p99_ms, 1)} ms; of the bare server ${figure(half_load.bare.p50_ms, 1)} and ${figure(half_load.bare.p99_ms, 1)} ms`,
  ],
  [
    `p99 of status at ${figure(beside_confirms.per_second)} requests/s`,
    `${figure(beside_confirms.alone_p99_ms, 1)} ms alone, ${figure(beside_confirms.beside_p99_ms, 1)} ms beside ${figure(beside_confirms.confirms_per_second, 1)} confirms/s`,
  ],
  ...(memory
    ? [
        [
          `Memory over ${figure(memory.requests)} requests`,
          `${figure(Math.abs(memory.mb_per_100_000_requests), 1)} MB ${memory.mb_per_100_000_requests > 0 ? "more" : "less"} each 100,000 requests, by the line through all samples`,
        ],
      ]
    : []),
  ...(pgbench_status_per_second === null
    ? []
    : [["pgbench with the SQL of status", `${figure(pgbench_status_per_second)} transactions/s`]]),
];
