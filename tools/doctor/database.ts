import { TransactionRollbackError } from "drizzle-orm";
import { checkRole, RoleFault } from "../../lib/db/as-tenant";
import { openDatabase } from "../../lib/db/client";
import { fail, judged, type Line, pass, warn, wordsOf } from "../../lib/domain/checked";
import { explainDatabaseFault } from "../../packages/postgres-guard/faults";
import { readHealth } from "../../packages/postgres-guard/health";
import { checkSessions, checkSettings, PoolerFault } from "../../packages/postgres-guard/index";
import type { Deps } from "../../server/instance/deps";
import { sandboxPoolOf } from "../../server/instance/processors";
import { checkKeys, KeyFault } from "../../server/keys/check-keys";
import { addressesIn, readServer, type Server } from "./durability";

const MAX_DRIFT_MS = 30_000;
const SMALL_DRIFT_MS = 1_000;

/** Each host of DATABASE_URL, then what stands behind the primary. */
export async function examineDatabase(deps: Deps): Promise<Line[]> {
  const { settings } = deps;
  const hosts = addressesIn(settings.DATABASE_URL);
  const lines = await poolerOf(deps);
  let primary: Server | null = null;
  for (const { name, url } of hosts) {
    const { db, close } = openDatabase({
      url,
      poolSize: 1,
      prepare: settings.DATABASE_PREPARE === "on",
      name: "doctor",
    });
    try {
      const server = await readServer(db);
      if (!server.isStandby) primary ??= server;
      lines.push(pass("database", `${name} is a ${server.isStandby ? "standby" : "primary"}`));
    } catch (error) {
      const known = explainDatabaseFault(error);
      const remedy = known?.remedy ?? "Check DATABASE_URL, the network between, and the server's log.";
      const why = [known?.means, wordsOf(error)].filter(Boolean).join(": ");
      const told = hosts.length > 1 ? warn : fail;
      lines.push(told("database", `${name} does not answer: ${why}`, remedy));
    } finally {
      await close();
    }
  }
  const nobody = "No host is a primary, so none accepts writes";
  if (!primary) return [...lines, fail("primary", nobody, "Name the primary in DATABASE_URL.")];
  return [
    ...lines,
    ...durabilityLines(primary, deps),
    connectionsOf(primary, deps),
    await startLine("sessions", "have the settings that results depend on", () => checkSettings(deps.db)),
    ...(await recordsOf(deps)),
  ];
}

/** Looked at first: behind the wrong one, whatever is asked afterwards fails now and then. */
async function poolerOf({ settings }: Deps): Promise<Line[]> {
  if (settings.DATABASE_PREPARE === "off") return [];
  const looked = startLine("pooler", "none, or one that keeps sessions", () =>
    checkSessions({ url: settings.DATABASE_URL, prepare: true }),
  );
  // A database that does not answer has lines of its own.
  return looked.then(
    (line) => [line],
    () => [],
  );
}

/** Changes nothing: what the check of the keys writes is undone. */
function keysOf(deps: Deps): Promise<Line> {
  const { db, vault } = deps;
  return startLine("keys", `fit the database: versions ${vault.keyVersions.join(", ")}`, async () => {
    const undone = db.transaction(async (tx) => {
      await checkKeys({ ...deps, db: tx });
      tx.rollback();
    });
    await undone.catch((error) => {
      if (!(error instanceof TransactionRollbackError)) throw error;
    });
  });
}

/** What a start refuses too. */
async function startLine(check: string, found: string, work: () => Promise<unknown>): Promise<Line> {
  try {
    await work();
    return pass(check, found);
  } catch (error) {
    if (error instanceof PoolerFault || error instanceof KeyFault || error instanceof RoleFault)
      return fail(check, "a start refuses it", error.message);
    throw error;
  }
}

/** Asynchronous replication loses payments that were acknowledged: see docs/decisions/004-durable-database.md. */
function durabilityLines(server: Server, { settings }: Deps): Line[] {
  const { fsync, fullPageWrites, synchronousCommit } = server;
  const lesser = settings.ENVIRONMENT === "production" ? fail : warn;
  const isKept =
    fsync === "on" && fullPageWrites === "on" && ["on", "remote_apply"].includes(synchronousCommit);
  const found = `fsync is ${fsync}, full_page_writes is ${fullPageWrites}, synchronous_commit is ${synchronousCommit}`;
  const remedy =
    "Set all three to on. Otherwise a crash can lose acknowledged payments or the whole database.";
  return [
    judged(isKept, "disk", found, remedy, lesser),
    standbyOf(server, settings.DATABASE_DURABILITY, lesser),
  ];
}

function standbyOf(server: Server, durability: string, lesser: typeof warn): Line {
  const check = "synchronous_standby";
  if (durability === "managed")
    return pass(
      check,
      "DATABASE_DURABILITY=managed: the storage below PostgreSQL keeps each commit more than once",
    );
  const remedy =
    "Name a standby in synchronous_standby_names, better two with ANY 1 (…), or set DATABASE_DURABILITY=managed where the database's storage keeps each commit more than once.";
  if (server.standbyNames === "")
    return lesser(check, "synchronous_standby_names is empty: a failover loses payments", remedy);
  if (!server.maySeeStandbys)
    return warn(
      check,
      `named: ${server.standbyNames}; this role cannot see whether one is connected`,
      "GRANT pg_monitor to the role of DATABASE_URL.",
    );
  if (server.synchronousStandbys > 0)
    return pass(check, `${server.synchronousStandbys} connected; named: ${server.standbyNames}`);
  return lesser(check, `named: ${server.standbyNames}; none is connected, so every commit waits`, remedy);
}

function connectionsOf({ connections }: Server, { settings }: Deps): Line {
  const ofProcess = settings.DATABASE_POOL_SIZE + (settings.GATEWAY_URL ? 0 : sandboxPoolOf(settings));
  const processes = Math.floor(connections / ofProcess);
  const found = `a process opens up to ${ofProcess}, this role has ${connections}: enough for ${processes} servers and workers`;
  const remedy = "Raise max_connections or the role's limit, or lower DATABASE_POOL_SIZE.";
  return judged(processes >= 2, "connections", found, remedy, processes === 0 ? fail : warn);
}

async function recordsOf(deps: Deps): Promise<Line[]> {
  const { database, migrations, aheadMs } = await readHealth(deps.db);
  if (!database || !migrations)
    return [fail("migrations", "the database is older than this build", "Run `npm run db:migrate`.")];
  const off = Math.abs(aheadMs ?? 0);
  const clock = `this machine's clock is ${((aheadMs ?? 0) / 1000).toFixed(1)} s ahead of the database's`;
  return [
    pass("migrations", "up to date"),
    judged(
      off < SMALL_DRIFT_MS,
      "clock",
      clock,
      "Set the clocks of both machines by NTP.",
      off < MAX_DRIFT_MS ? warn : fail,
    ),
    await keysOf(deps),
    await startLine("role", "may work for one provider at a time", () => checkRole(deps.db)),
  ];
}
