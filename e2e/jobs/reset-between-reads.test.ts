import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { lookUpKey } from "../../lib/checkout/idempotency";
import { readCreate } from "../../lib/contract/create";
import { openDatabase } from "../../lib/db/client";
import { payNowBody } from "../support/bodies";
import { loseCommits } from "../support/charges";
import { HANGS_MS } from "../support/limits";
import { until } from "../support/poll";
import { jobsPlace } from "./place";

it("a key is free where a reset deletes its checkout while it is looked up", async (context) => {
  const { databaseUrl, db, deps, client, provider } = await jobsPlace(context);
  const key = "looked-up";
  const body = payNowBody(provider);
  expect((await client.createOnce(key, body)).status).toBe(201);
  const other = openDatabase({
    url: databaseUrl,
    poolSize: 1,
    prepare: false,
    name: "looking",
    lockMs: HANGS_MS,
  });
  context.onTestFinished(other.close);
  const claim = { providerId: provider.id, key, fingerprint: Buffer.alloc(32) };
  const looking = await db.transaction(async (tx) => {
    await tx.execute(sql`lock table checkout in access exclusive mode`);
    const found = lookUpKey({ ...deps, db: other.db }, claim, readCreate(body).value);
    found.catch(() => {});
    await until("the second reading waits", async () => {
      const waiting = await db.execute(
        sql`select from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())`,
      );
      return waiting.length > 0;
    });
    await loseCommits(tx as typeof db, body.provider.provider_order_id);
    return { found };
  });
  expect(await looking.found).toMatchObject({ answer: null });
});
