import postgres from "postgres";
import { inTime } from "../domain/time";
import { isOutOfReach } from "./errors";
import type { Backend, Opinion } from "./watch";

/** Those of the driver's that are not in its types, and one that the patch adds. */
interface MoreOptions {
  max_pipeline: number;
  /** Statements that each new connection begins with. */
  session?: string;
}

export type DriverOptions = postgres.Options<Record<string, never>> & MoreOptions;

/** A pool of the driver's, with what every pool of ours has. */
export function openPool(url: string, name: string, options: DriverOptions): postgres.Sql {
  const all = {
    // Drizzle reads arrays itself; to fetch their types would be a question more on each new connection.
    fetch_types: false,
    // In seconds: what is idle and dead is found before it is used.
    keep_alive: 5,
    backoff: (retries: number) => Math.min(1, 2 ** retries / 100) * (0.5 + Math.random() / 2),
    // Of several hosts only the one that takes writes is of use.
    ...(hasSeveralHosts(url) && { target_session_attrs: targetOf(url) ?? "read-write" }),
    // Of session settings, the one that poolers let through.
    connection: { application_name: name },
    onnotice: () => {},
    ...options,
  };
  return postgres(url, all);
}

/** In `postgres://user:secret@one:5432,other:5432/name`. */
const hasSeveralHosts = (url: string) =>
  url
    .replace(/^[^/]*\/\//, "")
    .split(/[/?]/)[0]!
    .replace(/.*@/, "")
    .includes(",");

type Target = postgres.Options<Record<string, never>>["target_session_attrs"];

const targetOf = (url: string) => (/[?&]target_session_attrs=([\w-]+)/.exec(url)?.[1] as Target) ?? null;

/** A host that says nothing for so long, while a connection is opened or after the question, is silent. */
const PATIENCE_MS = 4_000;

/**
 * Asks one host, over a new connection, for whom it is at work.
 * @returns null where it says nothing, or takes no writes
 * @throws what it refuses with: it is there, and does no work for us now
 */
export async function askHost(
  url: string,
  host: string | null,
  port: number | null,
): Promise<Opinion | null> {
  const sql = openPool(url, "provider-checkout watch", {
    ...(host && port && { host, port }),
    max: 1,
    max_pipeline: 0,
    connect_timeout: PATIENCE_MS / 1000,
  });
  try {
    const connection = await sql.reserve();
    const query = connection.unsafe<{ pid: number; own: number }[]>(
      "select pid, pg_backend_pid() as own from pg_stat_activity where state = 'active' and usename = current_user",
    );
    const rows = await inTime(query, PATIENCE_MS, () => null);
    if (!rows) return null;
    const { pid } = (query as unknown as { state: Backend }).state;
    // A pooler gives connections numbers of its own.
    if (!rows.some(({ own }) => own === pid)) return "unknown";
    return new Set(rows.map((row) => row.pid));
  } catch (error) {
    if (isOutOfReach(error)) return null;
    throw error;
  } finally {
    sql.end({ timeout: 0 }).catch(() => {});
  }
}
