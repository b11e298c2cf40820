import { inTime } from "../domain/time";
import { isOutOfReach } from "./errors";
import { newestMigration } from "./health";
import { openPool } from "./hosts";

/** A database that says nothing for so long is away. */
const PATIENCE_MS = 10_000;

/**
 * Why no server of this build can work on a database: what to mend, with its host and name and without user or password.
 * Null where one can. Never rejects.
 * @param url of DATABASE_URL
 */
export async function databaseFault(url: string): Promise<string | null> {
  const options = { max: 1, max_pipeline: 0, prepare: false, connect_timeout: 5 };
  const sql = openPool(url, "provider-checkout start", options);
  const { host, port, path, database } = sql.options as unknown as Target;
  const place = path || host.map((name, at) => `${name}:${port[at]}`).join(", ");
  try {
    const query = sql.unsafe<{ newest: string | null }[]>(
      "select max(created_at) as newest from drizzle.__drizzle_migrations",
    );
    const [row] = await inTime(query, PATIENCE_MS, () => {
      throw Object.assign(new Error("The database did not answer in time"), { code: "DEADLINE_MISSED" });
    });
    return Number(row?.newest) >= newestMigration() ? null : `${NAME} ${database} ${NOT_MIGRATED}`;
  } catch (error) {
    return `${NAME} ${wordsOf(error, place, database)}`;
  } finally {
    sql.end({ timeout: 0 }).catch(() => {});
  }
}

interface Target {
  host: string[];
  port: number[];
  path: string | false;
  database: string;
}

const NAME = "DATABASE_URL:";
const NOT_MIGRATED =
  "lacks migrations of this build: run `npm run db:migrate`, or let the start wait for it with WAIT_FOR_DATABASE.";

function wordsOf(error: unknown, place: string, database: string): string {
  const { code = "unknown" } = (error ?? {}) as { code?: string };
  if (code === "42P01" || code === "3F000") return `${database} ${NOT_MIGRATED}`;
  if (code === "28P01" || code === "28000")
    return `the database at ${place} does not let this user in (${code}): correct user and password, or let it in there.`;
  if (code === "3D000") return `there is no database ${database} at ${place}: make it, or correct the name.`;
  if (code === "42501")
    return `the user may not read the migrations of ${database}: grant it the schema drizzle, or take the user that owns it.`;
  if (/CERT|TLS|SSL|ISSUER|SIGNATURE/.test(code))
    return `the certificate of ${place} is not trusted (${code}): name its authority in NODE_EXTRA_CA_CERTS, or correct the host.`;
  const remedy =
    "start it, or correct the address; WAIT_FOR_DATABASE, in seconds, lets the start wait for it.";
  return isOutOfReach(error)
    ? `no database answers at ${place} (${code}): ${remedy}`
    : `the database at ${place} cannot be used (${code}): ${remedy}`;
}
