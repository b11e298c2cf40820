import { randomBytes } from "node:crypto";
import postgres from "postgres";
import { migrateDatabase } from "../../tools/migrator";

/** Read by every node: what says who calls, and whose page it is. */
const ON_EVERY_NODE = ["provider", "provider_logo", "course", "api_key"];

/** Rows of one provider, which are on one shard. */
const BY_PROVIDER = [
  "checkout",
  "contact",
  "enrolment",
  "charge_attempt",
  "idempotency_key",
  "keyed_request",
  "request_log",
  "opportunity",
  "email",
  "agreement",
  "dda",
  "event",
  "webhook_endpoint",
  "webhook_delivery",
  "webhook_attempt",
];

/** Unique by `id` alone, which no shard can promise. Ids are random. */
const BY_ID_ALONE = ["charge_attempt", "enrolment", "email", "dda", "webhook_endpoint"];

/**
 * A migrated database whose tables are distributed over the nodes.
 * @param nodes URLs of a superuser: the coordinator first, then its workers
 */
export async function makeDistributedDatabase([coordinator, ...workers]: readonly string[]): Promise<string> {
  const name = `citus_${randomBytes(6).toString("hex")}`;
  for (const node of [coordinator!, ...workers]) {
    await run(node, [`create database ${name}`]);
    await run(inDatabase(node, name), ["create extension citus"]);
  }
  const url = inDatabase(coordinator!, name);
  const address = (node: string) => `'${new URL(node).hostname}', ${new URL(node).port || 5432}`;
  await run(url, [
    `select citus_set_coordinator_host(${address(coordinator!)})`,
    ...workers.map((worker) => `select citus_add_node(${address(worker)})`),
  ]);
  await migrateDatabase(url);
  await distribute(url);
  return url;
}

function inDatabase(node: string, name: string): string {
  const url = new URL(node);
  url.pathname = `/${name}`;
  return url.href;
}

async function run(url: string, statements: readonly string[]): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    for (const statement of statements) await sql.unsafe(statement);
  } finally {
    await sql.end();
  }
}

/** Foreign keys are added again afterwards, because a table is not distributed before the table it refers to. */
async function distribute(url: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    await sql.unsafe("set citus.shard_count = 4");
    const unique = await sql<{ of: string; name: string }[]>`
      select conrelid::regclass::text as of, conname as name from pg_constraint
      where contype = 'u' and conrelid::regclass::text = any(${BY_ID_ALONE}) and pg_get_constraintdef(oid) = 'UNIQUE (id)'`;
    for (const { of, name } of unique)
      await sql.unsafe(`alter table ${of} drop constraint ${name}; create index on ${of} (id)`);
    const keys = await sql<{ of: string; name: string; rule: string }[]>`
      select conrelid::regclass::text as of, conname as name, pg_get_constraintdef(oid) as rule
      from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`;
    for (const { of, name } of keys) await sql.unsafe(`alter table ${of} drop constraint "${name}"`);
    for (const table of ON_EVERY_NODE) await sql`select create_reference_table(${table})`;
    for (const table of BY_PROVIDER)
      await sql`select create_distributed_table(${table}, 'provider_id', colocate_with => ${table === "checkout" ? "none" : "checkout"})`;
    for (const { of, name, rule } of keys)
      await sql.unsafe(`alter table ${of} add constraint "${name}" ${rule}`);
  } finally {
    await sql.end();
  }
}
