import { writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { poolSizeOf } from "../../server/processes/workers.mjs";
import type { Log } from "../../server/program/log.mjs";
import type { Shutdown } from "../../server/program/shutdown.mjs";
import { tail } from "../../tools/shared/run.mjs";
import { send } from "../support/send";
import type { RunningProcess } from "../support/stack";
import type { Options } from "./options";
import { countOf } from "./processes";
import { askedOf, RECORDED } from "./recorded";
import { printed, type Report, reportOf } from "./report";
import { measureRounds, ROUNDS } from "./rounds";
import { rowsOf } from "./rows";
import {
  type BenchDatabase,
  buildAll,
  serviceSettings,
  startBare,
  startDatabase,
  startFloor,
  startService,
} from "./surroundings";
import { makeWorld } from "./world";

/** Connections of whoever looks on: the recorder's service, the bench itself, the gateway's own. */
const SPARE = 100;
const SECONDS = { short: 1, full: 4 };

/** Starts everything, measures, prints the table and ends all of it, however it ends. */
export async function runBench(options: Options, log: Log, shutdown: Shutdown): Promise<void> {
  const { json, workers } = options;
  const started: (() => Promise<unknown>)[] = [];
  const end = async () => {
    for (const stop of started.splice(0).reverse()) await stop();
  };
  shutdown.before(end);
  // Noted before it has started: being interrupted meanwhile must not leave it running.
  const kept: Started["kept"] = (one) => {
    started.push(async () => (await one.catch(() => null))?.stop());
    return one;
  };

  await buildAll(log);
  const from = performance.now();
  const database = await kept(startDatabase(log, SPARE + 3 * poolSizeOf(workers) * workers));
  const settings = serviceSettings(database.url, workers);
  const service = await kept(startService(settings));
  const report = await measureAll({ options, log, kept, database, settings, service }).catch((error) => {
    if (!shutdown.isEnding()) log.line(`The service said last:\n${tail(service.output(), 10)}\n`);
    throw error;
  });
  await end();
  log.line(`\n${printed(report)}`);
  if (json) writeFileSync(json, `${JSON.stringify(report, null, 2)}\n`);
  log.line(`\nTook ${((performance.now() - from) / 1000).toFixed(0)} s after the build`);
}

interface Started {
  options: Options;
  log: Log;
  kept: <T extends { stop(): Promise<unknown> }>(one: Promise<T>) => Promise<T>;
  database: BenchDatabase;
  settings: Record<string, string>;
  service: RunningProcess;
}

async function measureAll({ options, log, kept, database, settings, service }: Started): Promise<Report> {
  const { isShort, workers } = options;
  const seconds = SECONDS[isShort ? "short" : "full"];
  // As many as it really runs.
  const processes = countOf(service.child.pid ?? 0, SERVER) || workers;
  const world = await makeWorld(service.url, database.url);
  const rows = rowsOf(world);
  await world.prepareConfirms(RECORDED);
  const { asked, known } = await log.step("Looking at what each request asks of the database", () =>
    // Under the same address: it is part of answers, and of where forms may come from.
    askedOf(rows, { ...settings, BASE_URL: service.url }),
  );
  const statements = (name: string) => asked.get(name)?.statements ?? [];
  const answer = await send("GET", service.url + world.environment.path, world.environment.headers ?? {});
  const bare = await kept(
    startBare(
      {
        databaseUrl: database.url,
        poolSize: poolSizeOf(processes),
        fixed: { "/environment": answer.bytes.toString() },
        replayed: {
          "/status": { statements: statements("status"), isFresh: false },
          "/create_plan": { statements: statements("create_plan"), isFresh: true },
        },
        known,
      },
      processes,
    ),
  );
  const floor = await kept(startFloor(processes));
  const rounds = await measureRounds(
    rows,
    { service, bare, floor, databasePid: database.pid },
    { seconds, isShort, prepare: world.prepareConfirms },
    log,
  );
  return reportOf({
    about: {
      measured_at: new Date().toISOString(),
      form: isShort ? "short" : "full",
      node: process.version,
      cores: availableParallelism(),
      workers: processes,
      rounds: ROUNDS,
      seconds_a_round: seconds,
      database: database.settings,
    },
    rows,
    rounds,
    asked,
  });
}

/** The program of each process that serves. */
const SERVER = "server/serve.mjs";
