import { once } from "node:events";
import { sql } from "drizzle-orm";
import { expect, inject } from "vitest";
import type { CrashPoint } from "../../lib/crash-point";
import type { Db } from "../../lib/db/client";
import { Api } from "../support/api";
import { makeEstate } from "../support/gateway";
import { serveHere } from "../support/here";
import { until } from "../support/poll";
import { database, makeProvider } from "../support/provider";
import type { RunningProcess } from "../support/stack";

/**
 * A database for the tests of one file, each with a provider of its own. The service learns of outcomes through the
 * gateway's port only.
 */
export async function setUp() {
  const estate = await makeEstate(inject("cluster"));
  const db = database(estate.databaseUrl);
  return {
    estate,
    db,
    async caller() {
      const provider = await makeProvider({}, db);
      return { provider, at: ({ url }: { url: string }) => new Api(url, provider.key) };
    },
    /** A server of the service within this process, which nothing kills. It does what is due when it is told to. */
    here: (settings: Record<string, string> = {}) => serveHere({ ...estate.settings, ...settings }),
    /** A server that kills itself at that point. */
    doomed: (point: CrashPoint, settings: Record<string, string> = {}) =>
      estate.service({ TICK_SECONDS: "0", CRASH_AT: point, ...settings }),
    /** Has a server do what is due. */
    drain: ({ url }: { url: string }) => new Api(url, estate.jobsSecret).post("/api/jobs/drain"),
  };
}

export type Scene = Awaited<ReturnType<typeof setUp>>;

/** The connection dies with the process, which `kill -9` ended. */
export async function expectDeath(service: RunningProcess, asked: Promise<unknown>): Promise<void> {
  await expect(asked).rejects.toThrow("fetch failed");
  await expectEnd(service);
}

export async function expectEnd(service: RunningProcess): Promise<void> {
  if (service.child.signalCode === null) await once(service.child, "exit");
  expect(service.child.signalCode).toBe("SIGKILL");
}

/** The gateway holds a lock on each key while it charges, alone; that on the order is shared. */
export const chargesUnderWay = (db: Db, times: number) =>
  until("charges are under way", async () => {
    const rows = await db.execute(
      sql`select 1 from pg_locks where locktype = 'advisory' and mode = 'ExclusiveLock' and granted
          and database = (select oid from pg_database where datname = current_database())`,
    );
    return rows.length === times;
  });

/** Of charges that are held: each is in the gateway, and waits there. */
export const chargesHeld = (db: Db, times: number) =>
  until("charges are held", async () => {
    const rows = await db.execute(
      sql`select 1 from pg_locks where relation = 'sandbox_gateway.token_use'::regclass and not granted
          and database = (select oid from pg_database where datname = current_database())`,
    );
    return rows.length === times;
  });

/** Whatever the gateway decided, paid or not, it has written down. */
export const decidedBy = (db: Db, providerId: string, times: number) =>
  until("the gateway has decided", async () => {
    const rows = await db.execute(
      sql`select 1 from sandbox_gateway.charge where provider_id = ${providerId}`,
    );
    return rows.length === times;
  });
