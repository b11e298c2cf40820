import { eq, inArray, sql } from "drizzle-orm";
import { expect, inject, it, onTestFinished } from "vitest";
import { attentionMark, checkout, contact, event, operatorAlert, provider } from "../../drizzle/schema";
import { raiseAlert } from "../../lib/db/alerts";
import { asTenant, tenantDb } from "../../lib/db/as-tenant";
import { type Db, openDatabase } from "../../lib/db/client";
import { type Id, newId } from "../../lib/domain/ids";
import { isConnectionLost } from "../../packages/postgres-guard/faults";
import { opensWith } from "../../packages/postgres-guard/index";
import { checkoutIdOf } from "../support/answer";
import { newCaller } from "../support/api";
import { planBody } from "../support/bodies";
import { until } from "../support/poll";
import { startPostgresProxy } from "../support/postgres-proxy";
import { database, makeProvider } from "../support/provider";

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

it("a read writes nothing, and no table is read that has no provider's rows", async () => {
  const id = newId("prv");
  const asked = (statement: string) =>
    codeOf(asTenant(database(), id, (tx) => tx.execute(sql.raw(statement))));
  expect(await asked("delete from checkout")).toBe("25006");
  expect(await asked("select set_config('transaction_read_only', 'off', true)")).toBe("25001");
  const own = tenantDb(database(), id);
  expect(await codeOf(own.execute(sql`select * from staff_session`))).toBe("42501");
  expect(await codeOf(own.execute(sql`select * from staff_key`))).toBe("42501");
});

it("a statement without its filter writes one provider's rows only, alone and in a transaction", async () => {
  const [own, other] = [await oneCheckout(), await oneCheckout()];
  const ids = [own.id, other.id];
  const change = (db: Db, firstName: string) =>
    db.update(checkout).set({ firstName }).where(inArray(checkout.id, ids)).returning({ id: checkout.id });
  const db = tenantDb(database(), own.provider.id);
  expect(await change(db, "Alone")).toEqual([{ id: own.id }]);
  expect(await db.transaction((tx) => change(tx, "Within"))).toEqual([{ id: own.id }]);
  const found = await database()
    .select({ id: checkout.id, name: checkout.firstName })
    .from(checkout)
    .where(inArray(checkout.id, ids));
  const names = new Map(found.map(({ id, name }) => [id, name]));
  expect(names.get(own.id)).toBe("Within");
  expect(names.get(other.id)).toBe("Amelia");
  expect(await db.delete(event).returning({ of: event.checkoutId })).not.toContainEqual({ of: other.id });
});

it("a row of another provider can neither be added nor become one", async () => {
  const [own, other] = [await oneCheckout(), await oneCheckout()];
  const db = tenantDb(database(), own.provider.id);
  const marked = (providerId: Id<"prv">) =>
    codeOf(db.insert(attentionMark).values({ providerId, item: "webhook.1", since: new Date() }));
  expect(await marked(other.provider.id)).toBe("42501");
  expect(await marked(own.provider.id)).toBe("done");
  expect(await codeOf(db.update(attentionMark).set({ providerId: other.provider.id }))).toBe("42501");
  // Its connection goes on with the next work, as it was.
  const [row] = await db.select({ of: attentionMark.providerId }).from(attentionMark);
  expect(row).toEqual({ of: own.provider.id });
});

it("an alert that is of several providers is raised by the work of each", async () => {
  const [one, two] = [await makeProvider(), await makeProvider()];
  const finding = { kind: "gateway_refused_us", reference: newId("gwa"), details: {} } as const;
  const raised = ({ id }: { id: Id<"prv"> }) => raiseAlert(tenantDb(database(), id), finding, new Date());
  expect(await raised(one)).toMatch(/^alt_/);
  expect(await raised(two)).toBeNull();
});

it("a transaction is nobody's to narrow: what would go on as the owner fails", async () => {
  const { id } = await makeProvider();
  const narrowed = database().transaction(async (tx) => tenantDb(tx, id).select().from(checkout));
  await expect(narrowed).rejects.toThrow("This transaction has begun otherwise");
});

it("an opening that fails leaves no transaction behind", async () => {
  const { databaseUrl } = inject("stack");
  const { db, close } = openDatabase({ url: databaseUrl, poolSize: 1, prepare: true, name: "opening" });
  onTestFinished(close);
  const wrong = opensWith(db, "select set_config('role', 'nobody_has_this_role', true)");
  expect(await codeOf(wrong.execute(sql`select 1`))).toBe("22023");
  expect(await codeOf(wrong.transaction((tx) => tx.execute(sql`select 1`)))).toBe("22023");
  expect([...(await db.execute(sql`select 1 as one`))]).toEqual([{ one: 1 }]);
});

it("a statement alone takes one round trip, and a transaction no more than others", async () => {
  const { id } = await makeProvider();
  const proxy = await startPostgresProxy(inject("stack").databaseUrl, 50);
  const { db, close } = openDatabase({ url: proxy.url, poolSize: 1, prepare: true, name: "as-tenant-trips" });
  onTestFinished(async () => {
    await close();
    await proxy.close();
  });
  const own = tenantDb(db, id);
  const trips = async (work: () => PromiseLike<unknown>) => {
    await work();
    const before = proxy.roundTrips();
    await work();
    return proxy.roundTrips() - before;
  };
  const read = (from: Db) =>
    from.select({ id: checkout.id }).from(checkout).where(eq(checkout.providerId, id));
  expect(await trips(() => read(own))).toBe(1);
  expect(await trips(() => own.transaction(read))).toBe(3);
});

it("the role sees nothing, not even its own, where no provider is named, and ends with its transaction", async () => {
  const { databaseUrl } = inject("stack");
  const { db, close } = openDatabase({ url: databaseUrl, poolSize: 1, prepare: true, name: "as-tenant" });
  onTestFinished(close);
  const { provider: own } = await oneCheckout();
  await asTenant(db, own.id, (tx) => tx.select().from(checkout));
  const [after] = await db.execute(sql`select current_user <> 'provider_tenant' as is_other,
    (select count(distinct provider_id) > 1 from checkout) as sees_all`);
  expect(after).toEqual({ is_other: true, sees_all: true });
  const nobody = db.transaction(async (tx) => {
    await tx.execute(sql`set local role provider_tenant`);
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
