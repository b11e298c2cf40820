import { eq, sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { chargeAttempt } from "../../drizzle/schema";
import { callOfKey, chargeKey } from "../../lib/db/charge-key";
import { type Id, idFromUuid, idToUuid, newId } from "../../lib/domain/ids";
import { attemptOf } from "../support/charges";
import { payNow } from "../support/scenes";
import { jobsPlace } from "./place";

it("a lost charge is known by its key, however many calls its order has had", async (context) => {
  const { db, client, provider } = await jobsPlace(context);
  const { body } = await payNow(client, provider);
  const { provider_order_id: providerOrderId } = body.provider;
  const { id } = (await attemptOf(provider, body, db))!;
  await db
    .update(chargeAttempt)
    .set({ callNumber: 10_000 })
    .where(eq(chargeAttempt.id, id as Id<"cat">));
  const keyOf = async (call: number) => {
    const tenant = sql`${idToUuid(provider.id)}::uuid`;
    const key = chargeKey(tenant, sql`${providerOrderId}::text`, sql`${call}::int`);
    const [row] = await db.execute<{ key: string }>(sql`select ${key} as key`);
    return idFromUuid("cat", row?.key ?? "");
  };
  const order = { providerId: provider.id, providerOrderId };
  for (const call of [1, 501, 10_001, 10_400])
    expect(await callOfKey(db, order, await keyOf(call))).toBe(call);
  expect(await callOfKey(db, order, newId("cat"))).toBeNull();
});
