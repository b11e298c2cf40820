import { eq, sql } from "drizzle-orm";
import { expect, inject, it, onTestFinished } from "vitest";
import { checkout, contact, operatorAlert, provider } from "../../drizzle/schema";
import { asTenant } from "../../lib/db/as-tenant";
import { openDatabase } from "../../lib/db/client";
import { newId } from "../../lib/domain/ids";
import { isConnectionLost } from "../../packages/postgres-guard/faults";
import { checkoutIdOf } from "../support/answer";
import { newCaller } from "../support/api";
import { planBody } from "../support/bodies";
import { until } from "../support/poll";
import { startPostgresProxy } from "../support/postgres-proxy";
import { database } from "../support/provider";

/** A provider with one checkout, beside all those of other tests. */
async function oneCheckout() {
  const { client, provider } = await newCaller();
  return { provider, id: checkoutIdOf(await client.create(planBody(provider))) };
}

it("a query without its filter sees one provider only", async () => {
  const [own, other] = [await oneCheckout(), await oneCheckout()];
  const at = new Date();
  for (const { provider: of } of [own, other])
    await database()
      .insert(operatorAlert)
      .values({
        id: newId("alt"),
        kind: "orphan_charge",
        reference: of.id,
        details: { provider_id: of.id },
        firstSeenAt: at,
        lastSeenAt: at,
        resolvedAt: at,
        resolvedBy: "operator",
      });
  const seen = await asTenant(database(), own.provider.id, async (tx) => ({
    checkouts: await tx.select({ id: checkout.id }).from(checkout),
    contacts: await tx.select({ of: contact.providerId }).from(contact),
    providers: await tx.select({ id: provider.id }).from(provider),
    alerts: await tx.select({ details: operatorAlert.details }).from(operatorAlert),
  }));
  expect(seen.checkouts).toEqual([{ id: own.id }]);
  expect(seen.contacts).toEqual([{ of: own.provider.id }]);
  expect(seen.alerts).toEqual([{ details: { provider_id: own.provider.id } }]);
  expect(seen.providers).toEqual([{ id: own.provider.id }]);
});

it("a query by the id of another provider's checkout finds nothing", async () => {
  const [own, other] = [await oneCheckout(), await oneCheckout()];
  const found = await asTenant(database(), own.provider.id, (tx) =>
    tx.select({ id: checkout.id }).from(checkout).where(eq(checkout.id, other.id)),
  );
  expect(found).toEqual([]);
});

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error) => (error.cause ?? error).code,
  );

it("nothing can be written, and no table be read that has no provider's rows", async () => {
  const db = database();
  const id = newId("prv");
  const asked = (statement: string) => codeOf(asTenant(db, id, (tx) => tx.execute(sql.raw(statement))));
  expect(await asked("delete from checkout")).toBe("25006");
  expect(await asked("select * from staff_session")).toBe("42501");
  expect(await asked("select * from staff_key")).toBe("42501");
  const writing = db.transaction(async (tx) => {
    await tx.execute(sql`set local role provider_console`);
    return tx.delete(checkout);
  });
  expect(await codeOf(writing)).toBe("42501");
});

it("the role sees nothing, not even its own, where no provider is named, and ends with its transaction", async () => {
  const { databaseUrl } = inject("stack");
  const { db, close } = openDatabase({ url: databaseUrl, poolSize: 1, prepare: true, name: "as-tenant" });
  onTestFinished(close);
  const { provider: own } = await oneCheckout();
  await asTenant(db, own.id, (tx) => tx.select().from(checkout));
  const [after] = await db.execute(sql`select current_user <> 'provider_console' as is_other,
    (select count(distinct provider_id) > 1 from checkout) as sees_all`);
  expect(after).toEqual({ is_other: true, sees_all: true });
  const nobody = db.transaction(async (tx) => {
    await tx.execute(sql`set local role provider_console`);
    return tx.select().from(checkout);
  });
  await expect(nobody).rejects.toThrow();
});

it("reads are done again where their connection was lost", async () => {
  const own = await oneCheckout();
  const proxy = await startPostgresProxy(inject("stack").databaseUrl);
  const { db, close } = openDatabase({ url: proxy.url, poolSize: 2, prepare: true, name: "as-tenant-lost" });
  onTestFinished(async () => {
    await close();
    await proxy.close();
  });
  proxy.holdAt("'held'");
  const read = asTenant(db, own.provider.id, (tx) =>
    tx.execute<{ n: number }>(sql`select count(*)::int as n, 'held' from checkout`),
  );
  const settled = read.then(
    ([row]) => row?.n,
    (error) => (isConnectionLost(error) ? "lost" : error),
  );
  await until("it is under way", proxy.isHolding);
  await proxy.cut();
  await proxy.restore();
  expect(await settled).toBe(1);
});
