import postgres from "postgres";
import { explainDatabaseFault } from "../../packages/postgres-guard/faults";
import { inDeadline, openForStart } from "../../packages/postgres-guard/index";
import { codeOf } from "../../packages/text/narrow";
import { newestMigration } from "./health";

/** A database that says nothing for so long is away. */
const PATIENCE_MS = 10_000;

/**
 * Why no server of this build can work on a database: what to mend, with its host and name and without user or password.
 * Null where one can. Never rejects.
 * @param url of DATABASE_URL
 */
export async function databaseFault(url: string): Promise<string | null> {
  const { host, port, path, database } = postgres(url).options;
  const place = path || host.map((name, at) => `${name}:${port[at]}`).join(", ");
  try {
    const connection = await openForStart(url);
    const [row] = await inDeadline(PATIENCE_MS, () => connection.run({ text: NEWEST })).finally(() =>
      connection.close(),
    );
    return Number(row?.newest) >= newestMigration() ? null : `${NAME} ${database} ${NOT_MIGRATED}`;
  } catch (error) {
    return `${NAME} ${wordsOf(error, place, database)}`;
  }
}

const NEWEST = "select max(created_at) as newest from drizzle.__drizzle_migrations";

const NAME = "DATABASE_URL:";
const NOT_MIGRATED = "lacks migrations of this build: run `npm run db:migrate`.";

function wordsOf(error: unknown, place: string, database: string): string {
  const code = codeOf(error) || "unknown";
  if (code === "42P01" || code === "3F000") return `${database} ${NOT_MIGRATED}`;
  const known = explainDatabaseFault(error);
  const { means, remedy } = known ?? { means: "the database cannot be used", remedy: "Its log says why." };
  return `at ${place}, ${means} (${code}). ${remedy}`;
}
