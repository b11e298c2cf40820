import { type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { checkout, webhookDelivery } from "../../../drizzle/schema";
import type { Db } from "../../../lib/db/client";
import { type Id, type IdPrefix, idFromUuid } from "../../../lib/domain/ids";
import { OF_CHECKOUTS } from "./checkouts";
import { OF_DELIVERIES, OF_EVENTS } from "./deliveries";
import type { Invariant } from "./invariant";

/** Whether an invariant holds. */
export interface Verdict {
  invariant: string;
  lookedAt: number;
  violations: number;
  /** The first ones, as many as `MAX_NAMED`. */
  ids: string[];
}

const MAX_NAMED = 20;

/** Adds to a verdict. */
export function count(verdict: Verdict, lookedAt: number, violating: readonly string[]): void {
  verdict.lookedAt += lookedAt;
  verdict.violations += violating.length;
  verdict.ids.push(...violating.slice(0, MAX_NAMED - verdict.ids.length));
}

export const verdictOn = (invariant: string): Verdict => ({ invariant, lookedAt: 0, violations: 0, ids: [] });

interface Scope {
  table: PgTable;
  prefix: IdPrefix;
  invariants: readonly Invariant[];
}

const SCOPES: readonly Scope[] = [
  { table: checkout, prefix: "chk", invariants: [...OF_CHECKOUTS, ...OF_EVENTS] },
  { table: webhookDelivery, prefix: "whd", invariants: OF_DELIVERIES },
];

/** Rows of a page: each statement stays short, and memory small, however many rows there are. */
const PAGE = 2_000;

/**
 * Holds every row to the invariants, in one read-only transaction that sees the database as it was at its beginning: what
 * is under way is not seen by halves.
 */
export function verdictsOnRecords(db: Db, pageSize = PAGE): Promise<Verdict[]> {
  return db.transaction(
    async (tx) => {
      const verdicts: Verdict[] = [];
      for (const scope of SCOPES) verdicts.push(...(await verdictsOn(tx, scope, pageSize)));
      return verdicts;
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
}

/** The last row of a page, and how many rows the page has. */
interface Page extends Record<string, unknown> {
  provider_id: string;
  id: string;
  rows: number;
}

async function verdictsOn(
  db: Db,
  { table, prefix, invariants }: Scope,
  pageSize: number,
): Promise<Verdict[]> {
  const verdicts = new Map(invariants.map(({ name }) => [name, verdictOn(name)]));
  let after = sql`true`;
  for (;;) {
    // A page by its limit, not by its bounds: by these PostgreSQL would expect a large part of the table, and read all of it.
    const page = sql`select * from ${table} where ${after} order by provider_id, id limit ${pageSize}`;
    const [last] = await db.execute<Page>(sql`
      select provider_id, id, (row_number() over (order by provider_id, id))::int as rows from (${page}) page
      order by provider_id desc, id desc limit 1`);
    if (!last) break;
    const found = await db.execute<{ name: string; id: string }>(whole(page, invariants));
    for (const [name, verdict] of verdicts) {
      const violating = found.filter((one) => one.name === name);
      count(
        verdict,
        last.rows,
        violating.map(({ id }): Id<IdPrefix> => idFromUuid(prefix, id)),
      );
    }
    if (last.rows < pageSize) break;
    after = sql`(provider_id, id) > (${last.provider_id}::uuid, ${last.id}::uuid)`;
  }
  return [...verdicts.values()];
}

const whole = (page: SQL, invariants: readonly Invariant[]): SQL => sql`
  with page as materialized (${page}) ${sql.join(
    invariants.map(({ name, violating }) => sql`select ${name} as name, id from (${violating}) violating`),
    sql` union all `,
  )}`;
