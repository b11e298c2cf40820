import { sql } from "drizzle-orm";
import { expect, inject, it, onTestFinished } from "vitest";
import { openDatabase } from "../../lib/db/client";
import { checkSessions, Hosts } from "../../packages/postgres-guard/index";
import { startPostgresProxy } from "../support/postgres-proxy";

/** A connection takes four round trips to open: together longer than a host may say nothing. */
const SLOW_MS = 2_000;

it("a database whose answers take two seconds is slow, and not away", async () => {
  const proxy = await startPostgresProxy(inject("cluster"), SLOW_MS);
  onTestFinished(() => proxy.close());
  const { url } = proxy;
  const { db, close } = openDatabase({ url, poolSize: 1, prepare: true, name: "slow" });
  onTestFinished(close);
  const [rows, , opinion] = await Promise.all([
    db.execute(sql`select 1 as one`),
    checkSessions({ url, prepare: true }),
    new Hosts({ url, name: "slow", silenceMs: 5_000 }).ask(0),
  ]);
  expect(rows[0]).toEqual({ one: 1 });
  expect(opinion).toBeInstanceOf(Set);
});
