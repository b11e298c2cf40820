import { type Figure, figureOf, type Measured } from "./measured";
import { aligned, common, rounded, rounding, shown } from "./report";
import type { DatabaseSettings } from "./surroundings";

export const OPERATIONS = ["create", "status"] as const;
export type Operation = (typeof OPERATIONS)[number];

const TITLES: Record<Operation, string> = { create: "Create", status: "Status" };

interface About {
  measured_at: string;
  form: "short" | "full";
  node: string;
  /** Its name and version. */
  peer: string;
  cores: number;
  /** Processes of each of the two. */
  workers: number;
  connections: number;
  rounds: number;
  seconds_a_round: number;
  database: DatabaseSettings;
}

interface Side {
  requests_per_second: Figure;
  p50_ms: number;
  p99_ms: number;
  cpu_ms: { service: number | null; database: number | null };
  /** Of one request, those that begin and end a transaction included. */
  statements: number;
  errors: number;
}

export interface PeersReport {
  /** Of our requests a second to the peer's, in the same round: the median of the rounds. */
  ratios: Record<Operation, number>;
  about: About;
  rows: { name: Operation; title: string; service: Side; peer: Side }[];
}

interface Found {
  rounds: Record<Operation, Measured[]>;
  statements: Record<Operation, number>;
}

export function peersReportOf({
  about,
  service,
  peer,
}: {
  about: About;
  service: Found;
  peer: Found;
}): PeersReport {
  const ratio = (operation: Operation) =>
    rounded(
      figureOf(
        service.rounds[operation].map(
          ({ perSecond }, round) => perSecond / (peer.rounds[operation][round]?.perSecond ?? 0),
        ),
      ).median,
    );
  const side = ({ rounds, statements }: Found, operation: Operation) => ({
    ...common(rounds[operation]),
    statements: statements[operation],
  });
  return rounding({
    ratios: { create: ratio("create"), status: ratio("status") },
    about,
    rows: OPERATIONS.map((name) => ({
      name,
      title: TITLES[name],
      service: side(service, name),
      peer: side(peer, name),
    })),
  });
}

const HEAD = [
  ...["", "req/s", "±", "p50 ms", "p99 ms", "CPU ms", "DB CPU ms", "statements", "errors", "ratio"],
];

/** The report as a person reads it. */
export function printedPeers({ ratios, about, rows }: PeersReport): string {
  const settings = Object.entries(about.database).map(([name, value]) => `${name} ${value}`);
  const lines = rows.flatMap(({ name, title, service, peer }) => [
    cells(`${title}, Provider Checkout`, service, String(ratios[name])),
    cells(`${title}, ${about.peer}`, peer, ""),
  ]);
  return [
    `${about.workers} ${about.workers === 1 ? "process" : "processes"} each, ${about.cores} cores, ${about.connections} connections, Node ${about.node}; PostgreSQL: ${settings.join(", ")}`,
    `${about.rounds} rounds of ${about.seconds_a_round} s; medians, and ± how far the rounds lie apart; the ratio is ours to the peer's`,
    "",
    ...aligned([HEAD, ...lines]),
  ].join("\n");
}

const cells = (title: string, side: Side, ratio: string) => [
  title,
  shown(side.requests_per_second.median, 0),
  `${(100 * side.requests_per_second.spread).toFixed(0)} %`,
  shown(side.p50_ms, 1),
  shown(side.p99_ms, 1),
  shown(side.cpu_ms.service, 2),
  shown(side.cpu_ms.database, 2),
  String(side.statements),
  String(side.errors),
  ratio,
];
