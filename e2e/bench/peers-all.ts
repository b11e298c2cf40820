import { writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import type { Log } from "../../scripts/lib/log.mjs";
import { tail } from "../../scripts/lib/run.mjs";
import { poolSizeOf } from "../../scripts/lib/server/workers.mjs";
import type { Shutdown } from "../../scripts/lib/shutdown.mjs";
import type { RunningProcess } from "../support/stack";
import { figureOf, type Measured, measured } from "./measured";
import type { Options } from "./options";
import { OPERATIONS, type Operation, type PeersReport, peersReportOf, printedPeers } from "./peers-report";
import { askedOf, recordingsOf } from "./recorded";
import { startRecorder } from "./recorder";
import { ROUNDS } from "./rounds";
import { rowsOf } from "./rows";
import {
  type BenchDatabase,
  buildService,
  serviceSettings,
  startDatabase,
  startService,
} from "./surroundings";
import {
  installVendure,
  makeDatabaseBeside,
  type PeerShot,
  peerOf,
  prepareVendure,
  startVendure,
  vendureSettings,
} from "./vendure";
import { makeWorld } from "./world";

/** Connections to the database of whoever looks on. */
const SPARE = 100;
const CONNECTIONS = 32;
/** Of a round, and of what goes before the first: a server that answers few requests a second is long cold. */
const SHORT = { seconds: 4, warmSeconds: 5 };
const FULL = { seconds: 10, warmSeconds: 30 };
const LOOK_MS = 100;

/** How each operation is asked of one of the two servers, and what it asks of its database. */
interface Side {
  server: RunningProcess;
  shots: Record<Operation, PeerShot>;
  statements: Record<Operation, number>;
}

type Rounds = Record<Operation, Measured[]>;

/** Starts both, measures them in turns, prints the table and ends all of it, however it ends. */
export async function runPeers(
  { isShort, json, workers }: Options,
  log: Log,
  shutdown: Shutdown,
): Promise<void> {
  const started: (() => Promise<unknown>)[] = [];
  const end = async () => {
    for (const stop of started.splice(0).reverse()) await stop();
  };
  shutdown.before(end);
  const kept: Kept = (one) => {
    started.push(async () => (await one.catch(() => null))?.stop());
    return one;
  };

  const { version } = await installVendure(log);
  await buildService(log);
  const database = await kept(startDatabase(log, SPARE + 3 * poolSizeOf(workers) * workers));
  const ours = await ourSide(kept, database.url, workers, log);
  const peer = await peerSide(kept, database.url, workers, log);
  const times = isShort ? SHORT : FULL;
  const rounds = await inTurns({ ours, peer }, times, database, log).catch((error) => {
    if (!shutdown.isEnding())
      for (const { server } of [ours, peer]) log.line(`A server said last:\n${tail(server.output(), 10)}\n`);
    throw error;
  });
  const report: PeersReport = peersReportOf({
    about: {
      measured_at: new Date().toISOString(),
      form: isShort ? "short" : "full",
      node: process.version,
      peer: `Vendure ${version}`,
      cores: availableParallelism(),
      workers,
      connections: CONNECTIONS,
      rounds: ROUNDS,
      seconds_a_round: times.seconds,
      database: database.settings,
    },
    service: { rounds: rounds.ours, statements: ours.statements },
    peer: { rounds: rounds.peer, statements: peer.statements },
  });
  await end();
  log.line(`\n${printedPeers(report)}`);
  if (json) writeFileSync(json, `${JSON.stringify(report, null, 2)}\n`);
}

/** Notes what has to be stopped before it has started: being interrupted meanwhile must not leave it running. */
type Kept = <T extends { stop(): Promise<unknown> }>(one: Promise<T>) => Promise<T>;

const ROW: Record<Operation, string> = { create: "create_plan", status: "status" };

async function ourSide(kept: Kept, databaseUrl: string, workers: number, log: Log): Promise<Side> {
  const settings = serviceSettings(databaseUrl, workers);
  const server = await kept(startService(settings));
  const rows = rowsOf(await makeWorld(server.url, databaseUrl));
  const row = (operation: Operation) => rows.find(({ name }) => name === ROW[operation])!;
  const { asked } = await log.step("Looking at what the service asks of the database", () =>
    askedOf(OPERATIONS.map(row), { ...settings, BASE_URL: server.url }),
  );
  return {
    server,
    shots: each((operation) => ({ ...row(operation), says: '"checkout_id":' })),
    statements: each((operation) => asked.get(ROW[operation])?.statements.length ?? 0),
  };
}

async function peerSide(kept: Kept, serverUrl: string, workers: number, log: Log): Promise<Side> {
  const { url } = await kept(makeDatabaseBeside(serverUrl));
  const settings = vendureSettings(url, poolSizeOf(workers));
  const course = await log.step("Making the peer's tables", () => prepareVendure(settings));
  const statements = await log.step("Looking at what the peer asks of the database", () =>
    peerStatements(settings, course),
  );
  const server = await kept(startVendure(settings, workers));
  return { server, shots: await peerOf(server, settings, course), statements };
}

/** At a server of its own, whose database is reached through a recorder. */
async function peerStatements(
  settings: Record<string, string>,
  course: string,
): Promise<Record<Operation, number>> {
  const recorder = await startRecorder(settings.DATABASE_URL!);
  const server = await startVendure({ ...settings, DATABASE_URL: recorder.url }, 1);
  try {
    const shots = await peerOf(server, settings, course);
    const counts = { create: 0, status: 0 };
    for (const operation of OPERATIONS) {
      const recordings = await recordingsOf(shots[operation], server.url, recorder);
      counts[operation] = figureOf(recordings.map(({ statements }) => statements.length)).median;
    }
    return counts;
  } finally {
    await server.stop();
    await recorder.close();
  }
}

/** Both, one after the other, in each round for each operation; who is first changes from round to round. */
async function inTurns(
  sides: Record<"ours" | "peer", Side>,
  { seconds, warmSeconds }: typeof FULL,
  database: BenchDatabase,
  log: Log,
): Promise<Record<"ours" | "peer", Rounds>> {
  const sql = postgres(database.url, { max: 1, onnotice: () => {} });
  const found = { ours: each((): Measured[] => []), peer: each((): Measured[] => []) };
  for (let round = 0; round <= ROUNDS; round++) {
    // The one before the first warms both: compiled code, caches, connections.
    const title = round > 0 ? `Round ${round} of ${ROUNDS}` : "Warming up";
    const order = round % 2 === 0 ? (["peer", "ours"] as const) : (["ours", "peer"] as const);
    await log.step(title, async () => {
      for (const operation of OPERATIONS)
        for (const name of order) {
          const { server, shots } = sides[name];
          const until = { seconds: round > 0 ? seconds : warmSeconds };
          const load = { ...shots[operation], connections: CONNECTIONS, until };
          const one = await measured(load, server, database.pid);
          await untilIdle(sql);
          if (round > 0) found[name][operation].push(one);
        }
    });
  }
  await sql.end();
  return found;
}

/** What was under way when a round's time was over must not go on in the next: two looks find nobody at work. */
async function untilIdle(sql: postgres.Sql): Promise<void> {
  for (let idle = 0; idle < 2; ) {
    await sleep(LOOK_MS);
    const busy = await sql`select 1 from pg_stat_activity
      where backend_type = 'client backend' and state <> 'idle' and pid <> pg_backend_pid()`;
    idle = busy.length > 0 ? 0 : idle + 1;
  }
}

const each = <T>(make: (operation: Operation) => T): Record<Operation, T> => ({
  create: make("create"),
  status: make("status"),
});
