import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it, type TestContext } from "vitest";
import { expectProblem } from "../support/api";
import { cardToken, merge, payNowBody } from "../support/bodies";
import {
  attemptOf,
  chargedFor,
  checkoutIdOf,
  checkoutsFor,
  eventsOf,
  expectFresh,
  expectReplay,
  holdBack,
  makeDue,
} from "../support/charges";
import type { Here } from "../support/here";
import { until } from "../support/poll";
import { type PostgresProxy, startPostgresProxy } from "../support/postgres-proxy";
import type { RunningProcess } from "../support/stack";
import { chargesHeld, decidedBy, type Scene, setUp } from "./estate";

describe("the gateway in a process of its own", () => {
  let scene: Scene;
  let service: Here;
  /** A server behind a wire to the database that a test can cut and hold. */
  let wired: RunningProcess;
  let proxy: PostgresProxy;
  beforeAll(async () => {
    scene = await setUp();
    proxy = await startPostgresProxy(scene.estate.roles.service);
    [service, wired] = await Promise.all([
      scene.here(),
      scene.estate.service({ TICK_SECONDS: "0", DATABASE_URL: proxy.url }),
    ]);
  });
  afterAll(async () => {
    await scene.estate.stop();
    await service.stop();
    await proxy.close();
  });

  async function order() {
    const { provider, at } = await scene.caller();
    const body = payNowBody(provider);
    return { provider, at, body, attempt: () => attemptOf(provider, body, scene.db) };
  }

  /** The gateway for one test. */
  async function gatewayFor({ onTestFinished }: Pick<TestContext, "onTestFinished">) {
    const gateway = await scene.estate.gatewayHere();
    onTestFinished(() => gateway.close());
    return gateway;
  }

  it("and the service each have a role that is refused the other's tables", async () => {
    const { estate } = scene;
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

  it("charges once, lists its charges and refuses a caller without the secret", async ({
    onTestFinished,
  }) => {
    const { at, body } = await order();
    const gateway = await scene.estate.gateway();
    onTestFinished(() => gateway.stop());
    const client = at(service);
    const paid = await client.createOnce("apart", body);
    expectFresh(paid, 201);
    expectReplay(await client.createOnce("apart", body), paid);
    expect(await chargedFor(client, body)).toEqual([1500]);
    for (const Authorization of ["", "Bearer wrong-secret-wrong-secret"])
      expect((await fetch(`${gateway.url}/charges`, { headers: { Authorization } })).status).toBe(401);
  });

  it("is down: 503, nothing is charged, order and key are free; works once it is up", async (context) => {
    const { at, body } = await order();
    const client = at(service);
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
    expect(await eventsOf(failed[0]!.checkout.checkout_id, scene.db)).toEqual([
      "checkout.created",
      "card_payment.failed",
    ]);

    await gatewayFor(context);
    expectFresh(await client.createOnce("down", body), 201);
    expect(await chargedFor(client, body)).toEqual([1500]);
  });

  it("is slower than our patience: 202, held while it is still at it, and paid once it is done", async (context) => {
    const { provider, at, body, attempt } = await order();
    const gateway = await gatewayFor(context);
    const hasty = await scene.here({ GATEWAY_TIMEOUT_MS: "2000" });
    context.onTestFinished(() => hasty.stop());
    const letGo = await gateway.holdCharges();
    const pending = await at(hasty).createOnce("slow", body);
    expectFresh(pending, 202);
    expect(pending.body.card_payment).toEqual({ success: false, status: "pending" });
    await chargesHeld(scene.db, 1);

    const client = at(service);
    const { id, checkoutId } = (await attempt())!;
    await makeDue(id, scene.db);
    expect((await scene.drain(service)).body).toMatchObject({ recovered: 0 });
    expect((await attempt())!.recoveries).toBe(1);
    expectProblem(await client.create(body), 409, "duplicate_order");

    await letGo();
    await decidedBy(scene.db, provider.id, 1);
    await makeDue(id, scene.db);
    expect((await scene.drain(service)).body).toMatchObject({ recovered: 1 });
    expect((await client.status(checkoutId)).body.checkout_status).toBe("Payment Processing");
    expect((await client.createOnce("slow", body)).status).toBe(201);
    expect(await chargedFor(client, body)).toEqual([1500]);
  });

  it("charged while the database was away: 202, and paid once it is back", async (context) => {
    const { at, body, attempt } = await order();
    const gateway = await gatewayFor(context);
    const client = at(wired);
    const letGo = await gateway.holdCharges();
    const asked = client.createOnce("away", body);
    await chargesHeld(scene.db, 1);
    await proxy.cut();
    await letGo();
    const pending = await asked;
    expectFresh(pending, 202);
    expect(pending.body).toMatchObject({
      checkout_status: "Payment Pending",
      card_payment: { success: false, status: "pending" },
      next_action: { type: "wait" },
    });
    await proxy.restore();
    await makeDue((await attempt())!.id, scene.db);
    expect((await scene.drain(wired)).body).toMatchObject({ recovered: 1 });
    const id = checkoutIdOf(pending);
    expect((await client.status(id)).body.checkout_status).toBe("Payment Processing");
    const stored = await client.createOnce("away", body);
    expect(stored.status).toBe(201);
    expect(stored.body.checkout.checkout_token).toBe(pending.body.checkout.checkout_token);
    expect(await chargedFor(client, body)).toEqual([1500]);
    expect(await eventsOf(id, scene.db)).toEqual(["checkout.created", "card_payment.succeeded"]);
  });

  it("down before anything happened with the database too: 503 and no checkout", async (context) => {
    const { at, body } = await order();
    await gatewayFor(context);
    const client = at(wired);
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
    await proxy.restore();
  });

  /** The wired server has claimed the order but does not know yet, and there it falls asleep: recovery comes first. */
  async function sleepThroughRecovery(
    { at, body, attempt }: Awaited<ReturnType<typeof order>>,
    key?: string,
  ) {
    proxy.holdAtCommitAfter(body.provider.provider_order_id);
    const asked = key === undefined ? at(wired).create(body) : at(wired).createOnce(key, body);
    const { id, checkoutId } = await until("the order is claimed", attempt);
    expect(await holdBack(id, scene.db)).toBe(true);
    wired.child.kill("SIGSTOP");
    await proxy.restore();
    if (key !== undefined)
      expectProblem(await at(service).createOnce(key, body), 409, "idempotency_in_progress");
    await makeDue(id, scene.db);
    expect((await scene.drain(service)).body).toMatchObject({ recovered: 1 });
    expect((await at(service).status(checkoutId)).body.checkout_status).toBe("Payment Failed");
    expect(await chargedFor(at(service), body)).toEqual([]);
    return { checkoutId, asked, wake: () => wired.child.kill("SIGCONT") };
  }

  it("asked by a process that slept through its own recovery: nothing is charged twice", async (context) => {
    const ordered = await order();
    const { at, body } = ordered;
    await gatewayFor(context);
    const { checkoutId, asked, wake } = await sleepThroughRecovery(ordered, "asleep");

    // The student pays again, and only then does the first process wake up.
    const client = at(service);
    const paid = await client.createOnce("asleep", body);
    expectFresh(paid, 201);
    wake();
    const late = await asked;
    expect(late.text).toBe(paid.text);
    expect(await chargedFor(client, body)).toEqual([1500]);
    expect((await client.status(checkoutId)).body.checkout_status).toBe("Payment Failed");
    expect(await eventsOf(checkoutId, scene.db)).toEqual(["checkout.created", "card_payment.failed"]);
  });

  it("asked too late and without a key: nothing is charged, and the order can be paid", async (context) => {
    const ordered = await order();
    const { at, body } = ordered;
    await gatewayFor(context);
    const { asked, wake } = await sleepThroughRecovery(ordered);
    wake();
    const late = await asked;
    expectProblem(late, 503, "service_unavailable");
    expect(late.body.retryable).toBe(true);
    const client = at(service);
    expect(await chargedFor(client, body)).toEqual([]);
    expectFresh(await client.create(merge(body, { card_payment: { token: cardToken() } })), 201);
    expect(await chargedFor(client, body)).toEqual([1500]);
  });
});
