import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { afterAll, expect, inject, it } from "vitest";
import type { Db } from "../../lib/db/client";
import { countDue, findLapsed } from "../../lib/db/due";
import { readMetrics } from "../../lib/db/metrics";
import { newId } from "../../lib/domain/ids";

const asked: string[] = [];
const sql = postgres(inject("stack").databaseUrl, {
  max: 1,
  fetch_types: false,
  debug: (_, text) => void asked.push(text),
});
const db = drizzle(sql, { casing: "snake_case" });
afterAll(() => sql.end());

const last = { providerId: newId("prv"), checkoutId: newId("chk"), expiresAt: new Date() };

it.each<[string, (db: Db) => Promise<unknown>]>([
  ["the first of them", (db) => findLapsed(db, new Date(), 100, null)],
  ["those that come next", (db) => findLapsed(db, new Date(), 100, last)],
  ["the count of what is due", (db) => countDue(db, new Date())],
  ["the metrics", (db) => readMetrics(db)],
])(
  "checkouts whose time is over are found in their own index, prepared once for any values: %s",
  async (_, ask) => {
    asked.length = 0;
    await ask(db);
    // So few rows as a test has are read faster without any index.
    await sql`set enable_seqscan = off`;
    const plan = await sql.unsafe(`explain (generic_plan) ${asked[0]}`);
    expect(plan.map((line) => line["QUERY PLAN"]).join("\n")).toContain("checkout_to_expire");
  },
);
