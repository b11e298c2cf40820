import postgres from "postgres";
import { expect, inject, it } from "vitest";
import { deleteRest } from "../../lib/db/reset";
import { idToUuid, newId } from "../../lib/domain/ids";
import { checkoutIdOf } from "../support/answer";
import { orderId, planBody } from "../support/bodies";
import { Api } from "../support/client";
import { until } from "../support/poll";
import { database, makeProvider } from "../support/provider";

it("a reset keeps a key without a checkout that a create takes over at this moment", async () => {
  const provider = await makeProvider();
  const key = orderId();
  const client = new Api(inject("stack").doors.server, provider.key);
  const made = idToUuid(checkoutIdOf(await client.createOnce(key, planBody(provider))));
  const sql = postgres(inject("stack").databaseUrl, { max: 2, onnotice: () => {} });
  await sql`update idempotency_key set checkout_id = ${idToUuid(newId("chk"))} where key = ${key}`;
  let reset: Promise<unknown> | undefined;
  await sql.begin(async (tx) => {
    const taken = idToUuid(newId("chk"));
    await tx`update idempotency_key set checkout_id = ${taken} where key = ${key}`;
    await tx`insert into checkout select (jsonb_populate_record(c,
      jsonb_build_object('id', ${taken}::text, 'provider_order_id', ${orderId()}::text))).* from checkout c where id = ${made}`;
    reset = deleteRest(database(), provider.id);
    const waits = () =>
      sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%idempotency_key%'`;
    await until("the reset waits for the create", async () => (await waits()).length > 0);
  });
  await reset;
  expect(await sql`select 1 from idempotency_key where key = ${key}`).toHaveLength(1);
  await sql.end();
});
