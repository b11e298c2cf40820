import type postgres from "postgres";

/** A node of a plan, as `explain (format json, verbose)` writes it. */
interface PlanNode {
  "Node Type": string;
  "Relation Name"?: string;
  Schema?: string;
  Alias?: string;
  "Index Name"?: string;
  Plans?: PlanNode[];
  [more: string]: unknown;
}

const EXPLAINED = /^\s*(select|insert|update|delete|with|values)\b/i;

/** Of these a provider has a few rows, or one. */
const FEW = "'provider', 'provider_logo', 'course', 'api_key', 'webhook_endpoint'";

/**
 * Makes PostgreSQL plan as for millions of rows, until the transaction ends: it reckons with the rows a page that are on
 * record. Only if there is no other way does it go through a table, or hash one; values it does not know.
 */
export const GROWN = `
  update pg_class c set reltuples = 1000000, relpages = 1
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'i') and pg_relation_size(c.oid) > 0 and not exists (
      select from pg_class t left join pg_index i on i.indrelid = t.oid
      where t.relname in (${FEW}) and c.oid in (t.oid, i.indexrelid));
  set local plan_cache_mode = force_generic_plan;
  set local enable_seqscan = off; set local enable_hashjoin = off; set local enable_mergejoin = off`;

/** A table that a vacuum found empty has no pages, and PostgreSQL plans for it as for a small one, whatever is on record. */
export const WITHOUT_VACUUM = `do $$ declare name regclass; begin
  for name in select oid from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' loop
    execute format('alter table %s set (autovacuum_enabled = off)', name);
  end loop; end $$`;

/** Nodes of a statement's plan; null for what has none, such as `begin`. */
export async function planOf(
  sql: postgres.TransactionSql,
  text: string,
  types: readonly number[],
): Promise<PlanNode[] | null> {
  if (!EXPLAINED.test(text)) return null;
  const most = Math.max(0, ...[...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)));
  const known = await sql<{ name: string }[]>`
    select coalesce(nullif(type, 0)::regtype::text, 'unknown') as name
    from unnest(${types.slice(0, most)}::int[]) with ordinality as given (type, at) order by at`;
  const named = known.length > 0 ? `(${known.map(({ name }) => name).join(", ")})` : "";
  await sql.unsafe(`prepare looked_at ${named} as ${text}`);
  const given = most > 0 ? `(${Array(most).fill("null").join(", ")})` : "";
  const [row] = await sql.unsafe(`explain (format json, verbose) execute looked_at ${given}`);
  await sql.unsafe("deallocate looked_at");
  return nodesIn(row!["QUERY PLAN"][0].Plan);
}

const nodesIn = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesIn)];

/** How a statement reads a table. */
export interface Reading {
  table: string;
  how: string;
  /** By the values of an index, or through an index that holds only what is looked for. */
  isFound: boolean;
  /** The rows are those of one provider, or of the providers of other rows. */
  isOfProvider: boolean;
}

/** @param partial names of indexes over some rows only */
export function readingsOf(nodes: readonly PlanNode[], partial: ReadonlySet<string>): Reading[] {
  const conditions = nodes
    .flatMap((node) => Object.entries(node))
    .filter(([name]) => / Cond$|Filter$/.test(name))
    .map(([, condition]) => String(condition))
    .join("\n");
  return nodes.flatMap((node) => {
    const table = node["Relation Name"];
    const type = node["Node Type"];
    if (!table || !/ Scan$/.test(type)) return [];
    const isFound =
      type === "Bitmap Heap Scan" || "Index Cond" in node || partial.has(node["Index Name"] ?? "");
    return [
      {
        table,
        how: `${type} ${node["Index Name"] ?? ""} ${node["Index Cond"] ?? ""} [${node.Filter ?? ""}]`,
        isFound,
        isOfProvider: new RegExp(`\\b${node.Alias}\\.provider_id\\b`).test(conditions),
      },
    ];
  });
}
