import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import type { Db } from "../../lib/db/client";
import { createEndpoint } from "../../lib/events/endpoints";
import { tick } from "../../lib/jobs/tick";
import { advance } from "../../lib/plans/collect";
import { checkoutIdOf, ok } from "../support/answer";
import { planBody } from "../support/bodies";
import { collecting, signedPlan } from "../support/collection";
import { callerAt } from "../support/staff";
import { acted } from "../support/staff-action";

/** Has the database note who writes each table that has providers' rows, and how. */
async function noteWriters(db: Db) {
  await db.execute(sql`create table written (role text, "table" text, statement text)`);
  await db.execute(sql`grant insert on written to public`);
  await db.execute(sql`create function note_writer() returns trigger language plpgsql as $$ begin
    insert into written values (current_user, tg_table_name, current_query()); return null; end $$`);
  await db.execute(sql`do $$ declare name text; begin
    for name in select table_name from information_schema.columns where table_schema = 'public' and column_name = 'provider_id'
    loop execute format('create trigger writer after insert or update or delete on %I execute function note_writer()', name); end loop;
  end $$`);
  return async () => {
    // The requests of this test are the API's.
    await db.execute(sql`delete from written where "table" in ('api_key', 'request_log')`);
    const rows = await db.execute<{ role: string; table: string; statement: string }>(
      sql`select distinct role, "table", statement from written`,
    );
    await db.execute(sql`delete from written`);
    const isOne = ({ role }: { role: string }) => role === "provider_tenant";
    return {
      ofOne: [...new Set(rows.filter(isOne).map(({ table }) => table))].sort(),
      ofAll: rows.filter((row) => !isOne(row)),
    };
  };
}

/** What takes work from all providers: leases, and the outbox, which makes deliveries and emails of events in one go. */
const TAKES = /lease_until|dispatched_at|insert into "?(webhook_delivery|email)"? /;

it("background work and staff write as the one provider whose work it is", async (context) => {
  const scene = await collecting(context);
  const { client, provider, here } = scene;
  const { deps } = here;
  const mailing = { ...deps, mail: { from: "office@example.com", transport: null } };
  await createEndpoint(deps, provider.id, { url: "https://127.0.0.1:9/", event_types: null });
  const { id, plan } = await signedPlan(scene);
  const lapsing = checkoutIdOf(await client.create(planBody(provider)));
  ok(await client.status(lapsing));
  const written = await noteWriters(deps.db);

  await advance(mailing, provider.id, 45);
  expect(await plan()).toMatchObject({ status: "Completed" });
  const collected = await written();
  expect(collected.ofAll.filter(({ statement }) => !TAKES.test(statement))).toEqual([]);
  expect(collected.ofOne).toEqual(
    expect.arrayContaining([
      "checkout",
      "debit",
      "debit_poll",
      "email",
      "event",
      "opportunity",
      "payment_plan",
    ]),
  );

  const later = new Date(deps.now().getTime() + 60 * 86_400_000);
  expect(await tick(mailing, later)).toMatchObject({ expired: 1 });
  const ticked = await written();
  const isPurge = ({ statement }: { statement: string }) =>
    /^\s*(with|delete|update)\b[\s\S]*\blimit\b/.test(statement);
  expect(ticked.ofAll.filter((row) => !TAKES.test(row.statement) && !isPurge(row))).toEqual([]);
  expect(ticked.ofOne).toEqual(expect.arrayContaining(["checkout", "event", "webhook_attempt"]));

  await acted(deps, callerAt(provider, "support"), id, "note");
  const noted = await written();
  expect(noted).toEqual({ ofOne: ["staff_act"], ofAll: [] });
});
