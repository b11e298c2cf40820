import { inject } from "vitest";
import { makeDatabase } from "../support/database";
import { sharedSettings } from "../support/shared";
import { type Door, type RunningProcess, startServer } from "../support/stack";

/** A server that limits as a deployment does, unless `settings` say otherwise; who starts it stops it. */
export function limitedServer(
  door: Door = "server",
  settings: Record<string, string> = {},
): Promise<RunningProcess> {
  const { RATE_LIMIT_PER_SECOND: _, ...usual } = sharedSettings();
  return startServer(door, { ...usual, ...settings });
}

/** Servers over one database of their own that count together, where a test can look at the buckets and empty them. */
export async function countingTogether(doors: readonly Door[], settings: Record<string, string> = {}) {
  const databaseUrl = await makeDatabase(inject("cluster"));
  const together = { DATABASE_URL: databaseUrl, RATE_LIMIT_STORE: "postgres", TICK_SECONDS: "0" };
  const servers = await Promise.all(doors.map((door) => limitedServer(door, { ...together, ...settings })));
  return {
    databaseUrl,
    urls: Object.fromEntries(doors.map((door, index) => [door, servers[index]!.url])) as Record<Door, string>,
    stop: () => Promise.all(servers.map((server) => server.stop())),
  };
}
