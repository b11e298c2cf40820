import measured from "../../docs/bench-peers.json";
import { figure } from "./bench";

/** What `npm run bench:peers -- --json docs/bench-peers.json` wrote, as a guide's table shows it. */

const { about, ratios, rows } = measured;

interface Side {
  requests_per_second: { median: number };
  p50_ms: number;
  p99_ms: number;
  cpu_ms: { service: number | null; database: number | null };
  statements: number;
  errors: number;
}

const rowOf = (request: string, server: string, ratio: string, side: Side): readonly string[] => [
  request,
  server,
  figure(side.requests_per_second.median),
  ratio,
  figure(side.p50_ms, 1),
  figure(side.p99_ms, 1),
  figure(side.cpu_ms.service, 2),
  figure(side.cpu_ms.database, 2),
  String(side.statements),
  String(side.errors),
];

/** Two for each operation: the service with its ratio to the peer, then the peer. */
export const PEERS_ROWS: readonly (readonly string[])[] = rows.flatMap(({ name, title, service, peer }) => {
  const ratio = (ratios as Record<string, number>)[name] ?? null;
  return [rowOf(title, "Provider Checkout", figure(ratio, 1), service), rowOf(title, about.peer, "1", peer)];
});

/** On what it was measured, in one sentence. */
export const PEERS_ABOUT = `Measured on ${about.measured_at.slice(0, 10)}: ${about.peer} and the service in ${
  about.workers === 1 ? "one process" : `${about.workers} processes`
} each, ${about.connections} connections, ${about.rounds} rounds of ${about.seconds_a_round} s; ${about.cores} cores for both, their database and the load; Node ${about.node.slice(1)}, PostgreSQL ${about.database.server_version} with fsync.`;
