import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { asTenant } from "../../lib/db/as-tenant";
import { openDatabase } from "../../lib/db/client";
import { type Id, idFromUuid, idToUuid, newId } from "../../lib/domain/ids";
import { startPostgresProxy } from "../support/postgres-proxy";
import { doEverything, type Everything, startEverything } from "./every-query";
import { GROWN, planOf, type Reading, readingsOf } from "./plans";
import { calledDuring, queryFunctions } from "./query-functions";
import { staffSearches } from "./staff-queries";

/** What may be otherwise than the rule, and why. */
interface Exception {
  why: string;
  /** Which statements, by their text. */
  text?: RegExp;
  table?: string;
}

const INTEGRITY = /^\s*with page as materialized|row_number\(\) over \(order by provider_id, id\)/;
const ROTATION = /key_version"? <> \$|version, count\(\*\)|key_version"? > -1/;

/** Readings of a tenants' table that go through the whole of it. */
const WHOLE: readonly Exception[] = [
  {
    why: "A provider has a few endpoints, and each look for due deliveries goes through all",
    table: "webhook_endpoint",
  },
  { why: "Reconciliation goes through every account", table: "gateway_account" },
  { why: "`npm run check:integrity` reads everything, page by page", text: INTEGRITY },
  { why: "`npm run keys:app` counts everything, and seals it anew", text: ROTATION },
  { why: "A sandbox's mailbox shows the newest of all", text: /"email"\."status" = \$1 order by/ },
];

/** Readings that do not say whose rows they look for. With shards each shard is asked, or each has a worker. */
const OF_ANY_PROVIDER: readonly Exception[] = [
  { why: "A key says who calls: nobody is known before", table: "api_key", text: /"api_key"\."id" = / },
  {
    why: "Background work takes what is due, whosever it is",
    text: /due_at"? <= |"expires_at" <= |dispatched_at is null/,
  },
  { why: "Background work forgets what is old", text: /^(delete from|update "event" set data = null)/ },
  {
    why: "Reconciliation goes by the gateway's list, which knows keys only",
    table: "charge_attempt",
    text: /"charge_attempt"\."id" (in|>) /,
  },
  {
    why: "A start looks for open charges of gateways that it does not have",
    table: "charge_attempt",
    text: /"gateway" (=|not in) /,
  },
  { why: "Reconciliation goes through every account", table: "gateway_account" },
  { why: "The sandbox's processor knows keys only", table: "debit", text: /"sandbox_gateway"/ },
  { why: "Metrics count all that waits", text: /as charges_age/ },
  {
    why: "Keys are watched and rotated for all",
    text: /key_version"? (<>|=) \$|key_version"? > |version, count\(/,
  },
  { why: "`npm run check:integrity` reads everything, page by page", text: INTEGRITY },
];

/**
 * Unique by `id` alone, because links, keys and the gateway name no provider. With shards these become plain indexes:
 * ids are made at random.
 */
const BY_ID_ALONE = [
  "api_key",
  "charge_attempt",
  "dda",
  "email",
  "enrolment",
  "gateway_account",
  "webhook_endpoint",
];

type Found = Reading & { text: string };

let place: Everything;
let called: Set<string>;
const readings: Found[] = [];
let planted: Reading[] = [];
/** The console's, as its role reads. */
const ofConsole: Found[] = [];
/** Only a superuser can make PostgreSQL believe that tables are large. */
let isGrown = false;
/** The columns of unique indexes, by tenants' table. */
const uniques = new Map<string, string[][]>();

const asRole = (id: Id<"prv">) =>
  `set local role provider_tenant; set local provider_checkout.provider_id = '${idToUuid(id)}';
   set local provider_checkout.provider = '${id}'`;

/** What the console asks, with the types of its parameters. */
async function consoleTexts(url: string) {
  const proxy = await startPostgresProxy(url);
  const { db, close } = openDatabase({ url: proxy.url, poolSize: 1, prepare: true, name: "console" });
  const id = newId("prv");
  await asTenant(db, id, (tx) => staffSearches(tx, id));
  await close();
  await proxy.close();
  return proxy.texts();
}

beforeAll(async () => {
  place = await startEverything();
  called = await calledDuring(() => doEverything(place));
  const sql = postgres(place.databaseUrl, { max: 1, onnotice: () => {} });
  const inTransaction = async (tx: postgres.TransactionSql) => {
    for (const { name, keys } of await tx<{ name: string; keys: string[][] }[]>`
      select t.relname::text as name, json_agg(pg_get_indexdef(i.indexrelid, 1, true) || ',' || coalesce(pg_get_indexdef(i.indexrelid, 2, true), '')) as keys
      from pg_class t join pg_attribute p on p.attrelid = t.oid and p.attname = 'provider_id' and p.attnotnull
      join pg_index i on i.indrelid = t.oid and i.indisunique
      where t.relnamespace = 'public'::regnamespace and t.relkind = 'r' group by t.relname`)
      uniques.set(
        name,
        keys.map((columns) => String(columns).split(",")),
      );
    const partial = await tx<{ name: string }[]>`
      select indexrelid::regclass::text as name from pg_index where indpred is not null`;
    const names = new Set(partial.map(({ name }) => name));
    const [role] = await tx<{ super: string }[]>`select current_setting('is_superuser') as super`;
    isGrown = role!.super === "on";
    if (isGrown) await tx.unsafe(GROWN).simple();
    const careless = "select 1 from checkout where course_name = $1";
    planted = readingsOf((await planOf(tx, careless, [])) ?? [], names);
    for (const [text, types] of place.texts())
      for (const reading of readingsOf((await planOf(tx, text, types)) ?? [], names))
        if (uniques.has(reading.table)) readings.push({ ...reading, text: text.replace(/\s+/g, " ").trim() });
    await tx.unsafe(asRole(newId("prv"))).simple();
    for (const [text, types] of texts)
      for (const reading of readingsOf((await planOf(tx, text, types)) ?? [], names))
        ofConsole.push({ ...reading, text });
    throw new Error("Rolled back");
  };
  const texts = await consoleTexts(place.databaseUrl);
  await sql.begin(inTransaction).catch((error) => {
    if (error.message !== "Rolled back") throw error;
  });
  await sql.end();
});
afterAll(() => place.stop());

const isAbout = ({ text = /^/, table }: Exception, one: Found) =>
  (table ?? one.table) === one.table && text.test(one.text);

/** Those that no exception names, and the exceptions that nothing needs. */
function judged(found: Found[], exceptions: readonly Exception[]) {
  const named = (one: Found) => exceptions.some((exception) => isAbout(exception, one));
  return {
    faults: found.filter((one) => !named(one)).map(({ table, how, text }) => `${table}: ${how}: ${text}`),
    needless: exceptions
      .filter((exception) => !found.some((one) => isAbout(exception, one)))
      .map(({ why }) => why),
  };
}

const NONE = { faults: [], needless: [] };

describe("of all queries", () => {
  it("each is asked here, so that none escapes", async () => {
    const functions = await queryFunctions();
    expect(functions.length).toBeGreaterThan(100);
    expect(functions.filter((one) => !called.has(one))).toEqual([]);
    expect(readings.length).toBeGreaterThan(200);
  });

  it("one that finds nothing by an index, and names no provider, would be seen", () => {
    expect(planted).toMatchObject([{ table: "checkout", isFound: false, isOfProvider: false }]);
  });

  it("none goes through a tenants' table, however large", (context) => {
    context.skip(!isGrown, "The tests' database role is no superuser");
    const whole = readings.filter(({ isFound }) => !isFound);
    expect(judged(whole, WHOLE)).toEqual(NONE);
  });

  it("none of the console goes through a table as its role, whose policies keep some indexes from being used", (context) => {
    context.skip(!isGrown, "The tests' database role is no superuser");
    expect(new Set(ofConsole.map(({ table }) => table)).size).toBeGreaterThan(10);
    const isFew = ({ table }: Reading) => table === "webhook_endpoint";
    const whole = ofConsole.filter((one) => !one.isFound && !isFew(one));
    expect(whole.map(({ table, how, text }) => `${table}: ${how}: ${text}`)).toEqual([]);
  });

  it("each says whose rows it looks for, but for those that work for all providers", () => {
    const ofAny = readings.filter(({ isOfProvider }) => !isOfProvider);
    expect(judged(ofAny, OF_ANY_PROVIDER)).toEqual(NONE);
  });

  // With shards a statement can lock rows of one shard only. Providers and requests of links are not distributed.
  it("each that locks distributed rows names their provider", () => {
    const locking = [...place.texts().keys()].filter((text) => /\bfor update\b/.test(text));
    const ofAny = locking.filter((text) => !/provider_id"? = \$|from "(link_request|provider)"/.test(text));
    expect(locking.length).toBeGreaterThan(5);
    expect(ofAny).toEqual([]);
  });
});

describe("tenants' tables", () => {
  it("show the console's role rows of one provider only", async () => {
    const sql = postgres(place.databaseUrl, { max: 1 });
    const tables = await sql<{ name: string; protected: boolean }[]>`
      select c.relname::text as name, c.relrowsecurity and exists (
        select from pg_policies p where p.tablename = c.relname and p.roles = '{provider_tenant}' and p.permissive = 'RESTRICTIVE') as protected
      from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attname = 'provider_id' and not a.attisdropped`;
    expect(tables.filter((one) => !one.protected)).toEqual([]);
    const compared: string[] = [];
    const seenBy = (id: Id<"prv">, name: string) =>
      sql.begin(async (tx) => {
        await tx.unsafe(asRole(id)).simple();
        return tx`select distinct provider_id as id from ${tx(name)}`;
      });
    for (const { name } of tables) {
      const [row] = await sql`select provider_id as id from ${sql(name)} limit 1`;
      if (!row) continue;
      compared.push(name);
      expect([name, ...(await seenBy(idFromUuid("prv", row.id), name))]).toEqual([name, row]);
      expect([name, ...(await seenBy(newId("prv"), name))]).toEqual([name]);
    }
    await sql.end();
    expect(compared.length, compared.join()).toBeGreaterThan(20);
  });

  it("are unique by provider first, and else by an id that nobody can have twice", () => {
    expect(uniques.size).toBeGreaterThan(15);
    const others = [...uniques].flatMap(([table, keys]) =>
      keys.filter(([first]) => first !== "provider_id").map((columns) => [table, ...columns]),
    );
    expect(others.sort()).toEqual(BY_ID_ALONE.map((table) => [table, "id", ""]));
  });
});
