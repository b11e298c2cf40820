import { codeOf } from "../domain/narrow";
import { inTime } from "../domain/time";
import { isDatabaseUnavailable } from "./errors";
import { explainDatabaseFault } from "./faults";
import { newestMigration } from "./health";
import { openForStart } from "./session";

/** A database that says nothing for so long is away. */
const PATIENCE_MS = 10_000;

/**
 * Why no server of this build can work on a database: what to mend, with its host and name and without user or password.
 * Null where one can. Never rejects.
 * @param url of DATABASE_URL
 */
export async function databaseFault(url: string): Promise<string | null> {
  const sql = openForStart(url);
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

const WAIT = " WAIT_FOR_DATABASE, in seconds, lets the start wait for it.";

function wordsOf(error: unknown, place: string, database: string): string {
  const code = codeOf(error) || "unknown";
  if (code === "42P01" || code === "3F000") return `${database} ${NOT_MIGRATED}`;
  const known = explainDatabaseFault(error);
  const { means, remedy } = known ?? { means: "the database cannot be used", remedy: "Its log says why." };
  return `at ${place}, ${means} (${code}). ${remedy}${isDatabaseUnavailable(error) ? WAIT : ""}`;
}
