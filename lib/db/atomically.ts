import { type SQLWrapper, sql } from "drizzle-orm";
import type { Db } from "./client";
import { isDeadlock } from "./errors";

/**
 * Several writes as one statement: each becomes a data-modifying CTE under its name, all of them happen or none,
 * and it costs one round trip where BEGIN, the writes and COMMIT would cost one each. A write may read what an
 * earlier one returned: `sql\`(select id from contact)\``. Foreign keys are checked when the statement ends.
 */
export async function atomically(db: Db, writes: Record<string, SQLWrapper | null>): Promise<void> {
  const parts = Object.entries(writes)
    .filter((entry): entry is [string, SQLWrapper] => entry[1] !== null)
    .map(([name, write]) => sql`${sql.identifier(name)} as ${write}`);
  await retried(() => db.execute(sql`with ${sql.join(parts, sql`, `)} select 1`));
}

const MOST_TRIES = 4;

/** Runs a statement again that lost a deadlock: nothing of it stayed, and the winner is done. */
export async function retried<T>(statement: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await statement();
    } catch (error) {
      if (tries === MOST_TRIES || !isDeadlock(error)) throw error;
    }
  }
}

/** The name of the constraint or column that refused a write, or null when the error is of another kind. */
export function refusedBy(error: unknown): string | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code, constraint_name, column_name } = cause as {
      code?: string;
      constraint_name?: string;
      column_name?: string;
    };
    if (code === "23505" || code === "23514" || code === "23503") return constraint_name ?? null;
    if (code === "23502") return column_name ?? null;
  }
  return null;
}
