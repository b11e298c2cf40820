import { type SQL, sql } from "drizzle-orm";

/** What must hold of rows, as a query for those of which it does not. */
export interface Invariant {
  name: string;
  /** Selects `id`s from `page`, whose rows the query may join to others. */
  violating: SQL;
}

/** A `jsonb` as a number; 0 for anything else, so that no stored text can end the whole statement. */
export const numberIn = (json: SQL): SQL =>
  sql`case when jsonb_typeof(${json}) = 'number' then (${json})::numeric else 0 end`;

/** Further ahead no lease and no next try is ever set: work that is due then would never be done. */
export const TOO_FAR: SQL = sql`now() + interval '7 days'`;
