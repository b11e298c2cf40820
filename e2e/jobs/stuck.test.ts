import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { checkout } from "../../drizzle/schema";
import { tick } from "../../lib/jobs/tick";
import { planBody } from "../support/bodies";
import { DAY, jobsPlace } from "./place";

it("checkouts that cannot be expired keep no other from expiring", async (context) => {
  const place = await jobsPlace(context);
  const { client, db, provider } = place;
  const create = (order: string) =>
    client.create(planBody(provider, { provider: { provider_order_id: order } }));
  for (let number = 0; number < 21; number++) expect((await create(`STUCK-${number}`)).status).toBe(201);
  await create("ORD-LAST");
  await db.execute(
    sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'stuck'; end $$`,
  );
  await db.execute(
    sql`create trigger stuck before update on checkout for each row
      when (old.provider_order_id like 'STUCK-%') execute function refuse()`,
  );
  expect(await tick(place.deps, new Date(Date.now() + 60 * DAY))).toMatchObject({ expired: 1 });
  const expired = await db
    .select({ order: checkout.providerOrderId })
    .from(checkout)
    .where(sql`checkout_status = 'Expired'`);
  expect(expired).toEqual([{ order: "ORD-LAST" }]);
});
