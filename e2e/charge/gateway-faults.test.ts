import postgres from "postgres";
import { describe, expect, inject, it, type TestContext } from "vitest";
import { Api, expectProblem } from "../support/api";
import { cardToken, merge, payNowBody } from "../support/bodies";
import {
  attemptOf,
  chargedFor,
  checkoutIdOf,
  checkoutsFor,
  eventsOf,
  expectFresh,
  expectReplay,
  makeDue,
} from "../support/charges";
import { makeEstate } from "../support/gateway";
import { until } from "../support/poll";
import { startPostgresProxy } from "../support/postgres-proxy";
import { database, makeProvider } from "../support/provider";

/** Each test has a database, a gateway and servers to itself, so that they run side by side. */
async function setUp({ onTestFinished }: TestContext) {
  const estate = await makeEstate(inject("cluster"));
  onTestFinished(() => estate.stop());
  const db = database(estate.databaseUrl);
  const provider = await makeProvider({}, db);
  return {
    estate,
    db,
    provider,
    at: (url: string) => new Api(url, provider.key),
    body: payNowBody(provider),
  };
}

describe.concurrent("the gateway in a process of its own", { timeout: 120_000 }, () => {
  it("and the service each have a role that is refused the other's tables", async (context) => {
    const { estate } = await setUp(context);
    const refused = async (url: string, statements: string[]) => {
      const sql = postgres(url, { max: 1 });
      for (const statement of statements)
        await expect(sql.unsafe(statement), statement).rejects.toMatchObject({ code: "42501" });
      await sql.end();
    };
    await refused(estate.roles.service, [
      "select * from sandbox_gateway.charge",
      "insert into sandbox_gateway.token_use values ('a', 'b', 'c')",
      "delete from sandbox_gateway.charge",
    ]);
    await refused(estate.roles.gateway, [
      "select * from checkout",
      "select * from charge_attempt",
      "update charge_attempt set status = 'closed'",
      "select * from idempotency_key",
    ]);
  });

  it("charges once, lists its charges and refuses a caller without the secret", async (context) => {
    const { estate, at, body } = await setUp(context);
    const gateway = await estate.gateway();
    const service = await estate.service();
    const client = at(service.url);
    const paid = await client.createOnce("apart", body);
    expectFresh(paid, 201);
    expectReplay(await client.createOnce("apart", body), paid);
    expect(await chargedFor(client, body)).toEqual([1500]);
    for (const Authorization of ["", "Bearer wrong-secret-wrong-secret"])
      expect((await fetch(`${gateway.url}/charges`, { headers: { Authorization } })).status).toBe(401);
  });

  it("is down: 503, nothing is charged, order and key are free; works once it is up", async (context) => {
    const { estate, db, at, body } = await setUp(context);
    const service = await estate.service();
    const client = at(service.url);
    for (let times = 0; times < 2; times++) {
      const refused = await client.createOnce("down", body);
      expectProblem(refused, 503, "service_unavailable");
      expect(refused.body.retryable).toBe(true);
      expect(refused.headers.has("retry-after")).toBe(true);
    }
    const failed = await checkoutsFor(client, body);
    expect(failed.map((one) => [one.checkout_status, one.opportunity_stage])).toEqual([
      ["Payment Failed", null],
      ["Payment Failed", null],
    ]);
    expect(await eventsOf(failed[0]!.checkout.checkout_id, db)).toEqual([
      "checkout.created",
      "card_payment.failed",
    ]);

    await estate.gateway();
    expectFresh(await client.createOnce("down", body), 201);
    expect(await chargedFor(client, body)).toEqual([1500]);
  });

  it("is slower than our patience: 202, and paid once it is done", async (context) => {
    const { estate, at, body } = await setUp(context);
    await estate.gateway({ delayMs: 3_000 });
    const service = await estate.service();
    const client = at(service.url);
    const pending = await client.createOnce("slow", body);
    expectFresh(pending, 202);
    expect(pending.body.card_payment).toEqual({ success: false, status: "pending" });
    const settled = await client.settled(checkoutIdOf(pending));
    expect(settled.body.checkout_status).toBe("Payment Processing");
    expect((await client.createOnce("slow", body)).status).toBe(201);
    expect(await chargedFor(client, body)).toEqual([1500]);
  });

  it("is still at it when recovery asks: the order stays held until it is done", async (context) => {
    const { estate, db, provider, at, body } = await setUp(context);
    await estate.gateway({ delayMs: 5_000 });
    const service = await estate.service();
    const client = at(service.url);
    const pending = await client.createOnce("busy", body);
    expectFresh(pending, 202);
    const attempt = await attemptOf(provider, body, db);
    await makeDue(attempt!.id, db);
    await until("recovery has asked", async () => {
      const [row] = await db.execute(
        `select recoveries from charge_attempt where status = 'unknown' and recoveries > 0`,
      );
      return row;
    });
    expectProblem(await client.create(body), 409, "duplicate_order");
    expect((await client.settled(checkoutIdOf(pending))).body.checkout_status).toBe("Payment Processing");
    expect(await chargedFor(client, body)).toEqual([1500]);
  });

  it("charged while the database was away: 202, and paid once it is back", async (context) => {
    const { estate, db, provider, at, body } = await setUp(context);
    await estate.gateway({ delayMs: 2_500 });
    const proxy = await startPostgresProxy(estate.roles.service);
    const service = await estate.service({ DATABASE_URL: proxy.url, GATEWAY_TIMEOUT_MS: "10000" });
    const client = at(service.url);
    const asked = client.createOnce("away", body);
    await until("the attempt is recorded", () => attemptOf(provider, body, db));
    await proxy.cut();
    const pending = await asked;
    expectFresh(pending, 202);
    expect(pending.body).toMatchObject({
      checkout_status: "Payment Pending",
      card_payment: { success: false, status: "pending" },
      next_action: { type: "wait" },
    });
    await proxy.restore();
    await makeDue((await attemptOf(provider, body, db))!.id, db);
    const settled = await client.settled(checkoutIdOf(pending), 30);
    expect(settled.body.checkout_status).toBe("Payment Processing");
    const stored = await client.createOnce("away", body);
    expect(stored.status).toBe(201);
    expect(stored.body.checkout.checkout_token).toBe(pending.body.checkout.checkout_token);
    expect(await chargedFor(client, body)).toEqual([1500]);
    expect(await eventsOf(checkoutIdOf(pending), db)).toEqual(["checkout.created", "card_payment.succeeded"]);
    await proxy.close();
  });

  it("charged and a fault of ours kept it from the books: 202, and paid once the fault is gone", async (context) => {
    const { estate, db, provider, at, body } = await setUp(context);
    await estate.gateway();
    const service = await estate.service();
    const client = at(service.url);
    await db.execute(`
      create function broken() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$`);
    await db.execute(`
      create trigger broken before insert on event for each row
      when (new.type = 'card_payment.succeeded') execute function broken()`);
    const pending = await client.createOnce("fault", body);
    expectFresh(pending, 202);
    expectProblem(await client.create(body), 409, "duplicate_order");
    await db.execute("drop trigger broken on event");
    await makeDue((await attemptOf(provider, body, db))!.id, db);
    expect((await client.settled(checkoutIdOf(pending))).body.checkout_status).toBe("Payment Processing");
    expect((await client.createOnce("fault", body)).status).toBe(201);
    expect(await chargedFor(client, body)).toEqual([1500]);
  });

  it("down before anything happened with the database too: 503 and no checkout", async (context) => {
    const { estate, at, body } = await setUp(context);
    await estate.gateway();
    const proxy = await startPostgresProxy(estate.roles.service);
    const service = await estate.service({ DATABASE_URL: proxy.url, TICK_SECONDS: "0" });
    const client = at(service.url);
    await client.get("/v1/environment");
    await proxy.cut();
    const refused = await client.createOnce("nothing", body);
    expectProblem(refused, 503, "service_unavailable");
    expect(refused.body.retryable).toBe(true);
    await proxy.restore();
    expect(await checkoutsFor(client, body)).toEqual([]);
    expectFresh(await client.createOnce("nothing", body), 201);

    // Again after it was paid: now it would be a lie that the student was not charged.
    await proxy.cut();
    const again = await client.createOnce("nothing", body);
    expectProblem(again, 503, "service_unavailable");
    expect(again.text).not.toMatch(/not been charged|nothing was charged/i);
    await proxy.close();
  });

  it("asked by a process that slept through its own recovery: nothing is charged twice", async (context) => {
    const { estate, db, provider, at, body } = await setUp(context);
    await estate.gateway();
    const proxy = await startPostgresProxy(estate.roles.service);
    const sleeper = await estate.service({ DATABASE_URL: proxy.url, TICK_SECONDS: "0" });
    const other = await estate.service();
    const [sleeping, awake] = [at(sleeper.url), at(other.url)];

    // It has claimed the order but does not know yet, and there it falls asleep.
    proxy.holdAt(body.provider.provider_order_id);
    const asked = sleeping.createOnce("asleep", body);
    const attempt = await until("the order is claimed", () => attemptOf(provider, body, db));
    sleeper.child.kill("SIGSTOP");
    await proxy.restore();
    expectProblem(await awake.createOnce("asleep", body), 409, "idempotency_in_progress");
    await makeDue(attempt.id, db);
    expect((await awake.settled(attempt.checkoutId)).body.checkout_status).toBe("Payment Failed");
    expect(await chargedFor(awake, body)).toEqual([]);

    // The student pays again, and only then does the first process wake up.
    const paid = await awake.createOnce("asleep", body);
    expectFresh(paid, 201);
    sleeper.child.kill("SIGCONT");
    const late = await asked;
    expect(late.text).toBe(paid.text);
    expect(await chargedFor(awake, body)).toEqual([1500]);
    expect((await awake.status(attempt.checkoutId)).body.checkout_status).toBe("Payment Failed");
    expect(await eventsOf(attempt.checkoutId, db)).toEqual(["checkout.created", "card_payment.failed"]);
    await proxy.close();
  });

  it("asked too late and without a key: nothing is charged, and the order can be paid", async (context) => {
    const { estate, db, provider, at, body } = await setUp(context);
    await estate.gateway();
    const proxy = await startPostgresProxy(estate.roles.service);
    const sleeper = await estate.service({ DATABASE_URL: proxy.url, TICK_SECONDS: "0" });
    const other = await estate.service();
    const awake = at(other.url);
    proxy.holdAt(body.provider.provider_order_id);
    const asked = at(sleeper.url).create(body);
    const attempt = await until("the order is claimed", () => attemptOf(provider, body, db));
    sleeper.child.kill("SIGSTOP");
    await proxy.restore();
    await makeDue(attempt.id, db);
    await awake.settled(attempt.checkoutId);
    sleeper.child.kill("SIGCONT");
    const late = await asked;
    expectProblem(late, 503, "service_unavailable");
    expect(late.body.retryable).toBe(true);
    expect(await chargedFor(awake, body)).toEqual([]);
    expectFresh(await awake.create(merge(body, { card_payment: { token: cardToken() } })), 201);
    expect(await chargedFor(awake, body)).toEqual([1500]);
    await proxy.close();
  });
});
