import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { eq } from "drizzle-orm";
import { describe, expect, inject, it, type TestContext } from "vitest";
import { chargeAttempt } from "../../drizzle/schema";
import { listAlerts } from "../../lib/db/alerts";
import { openDatabase } from "../../lib/db/client";
import type { Id } from "../../lib/domain/ids";
import { createSandboxGateway } from "../../lib/gateway/sandbox/gateway";
import { createGatewayServer } from "../../lib/gateway/sandbox/server";
import { reconcile } from "../../lib/jobs/reconcile";
import { tick } from "../../lib/jobs/tick";
import { Api, expectProblem } from "../support/api";
import { payNowBody } from "../support/bodies";
import { attemptOf, chargedFor, eventsOf, makeDue } from "../support/charges";
import { makeDatabase } from "../support/database";
import { foreignGateway } from "../support/foreign-gateway";
import { serveHere } from "../support/here";
import { makeProvider } from "../support/provider";
import { payNow, type Scene } from "../support/scenes";
import { freePort, settingsOf, startServer } from "../support/stack";
import { jobsPlace, MINUTE, type Place } from "./place";

const SECRET = "the-secret-of-every-gateway-here";

/** A gateway of its own, with its own records, in a process that is not the service's. */
async function gatewayServer({ onTestFinished }: TestContext) {
  const database = openDatabase({
    url: await makeDatabase(inject("cluster")),
    poolSize: 5,
    prepare: true,
    name: "sandbox-gateway",
  });
  const gateway = createSandboxGateway(database.db);
  const server = createGatewayServer(gateway, SECRET, gateway).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(async () => {
    server.close();
    server.closeAllConnections();
    await database.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The service over one database, each time with other settings. */
async function serviceOver(context: TestContext) {
  const databaseUrl = await makeDatabase(inject("cluster"));
  const { appKeys, jobsSecret } = inject("stack");
  const settings = { ...settingsOf(databaseUrl, appKeys, jobsSecret), GATEWAY_SECRET: SECRET };
  return {
    settings,
    async with(own: Record<string, string>) {
      const here = await serveHere({ ...settings, ...own });
      context.onTestFinished(() => here.stop());
      return here;
    },
  };
}

const withSecret = (id: string, url: string) => `${id}=${url.replace("//", `//:${SECRET}@`)}`;
const kinds = async ({ db }: Pick<Place, "db">) =>
  (await listAlerts(db, { all: false })).map(({ kind, details }) => [kind, details.reason]);

describe("a change of the gateway", () => {
  async function changed(context: TestContext) {
    const [first, second] = [await gatewayServer(context), await gatewayServer(context)];
    const service = await serviceOver(context);
    const before = await service.with({ GATEWAY_URL: first });
    const provider = await makeProvider({}, before.deps.db);
    const client = new Api(before.url, provider.key);
    const scene = await payNow(client, provider, "answer_lost");
    const attempt = (await attemptOf(provider, scene.body, before.deps.db))!;
    await makeDue(attempt.id, before.deps.db);
    return { first, second, service, before, provider, client, scene, attempt };
  }

  it("lets recovery close no charge of the one before", async (context) => {
    const { second, service, client, scene } = await changed(context);
    const after = await service.with({ GATEWAY_URL: second });
    expect(await tick(after.deps, new Date())).toMatchObject({ recovered: 0 });
    expect((await client.status(scene.id)).body.checkout_status).toBe("Payment Pending");
    expect(await kinds(after.deps)).toEqual([["outcome_unknown", "gateway_not_configured"]]);
    expect(await chargedFor(client, scene.body)).toEqual([1500]);
  });

  it("asks the one before about its own charges once it is named, and charges with the new one", async (context) => {
    const { first, second, service, before, provider, client, scene, attempt } = await changed(context);
    const id = new URL(first).host;
    const after = await service.with({ GATEWAY_URL: second, GATEWAY_EARLIER: withSecret(id, first) });
    expect(await tick(after.deps, new Date())).toMatchObject({ recovered: 1, alerts: 0 });
    expect((await client.status(scene.id)).body.checkout_status).toBe("Payment Processing");
    const next = new Api(after.url, provider.key);
    const { body } = await payNow(next, provider);
    expect((await gatewayOfOrder(before, body)) ?? null).toBe(new URL(second).host);
    expect(await reconcile(after.deps, new Date())).toMatchObject({ charges: 2, raised: 0 });
    expect(await chargedFor(next, scene.body)).toEqual([1500]);
    expect(await chargedFor(next, body)).toEqual([1500]);
    expect(attempt.id).toMatch(/^cat_/);

    async function gatewayOfOrder({ deps }: typeof before, body: Scene["body"]) {
      const made = (await attemptOf(provider, body, deps.db))!;
      const [row] = await deps.db
        .select({ gateway: chargeAttempt.gateway })
        .from(chargeAttempt)
        .where(eq(chargeAttempt.id, made.id as Id<"cat">));
      return row?.gateway;
    }
  });

  it("is none where the same gateway moves and keeps its id", async (context) => {
    const { first, service, client, scene } = await changed(context);
    const moved = first.replace("127.0.0.1", "localhost");
    const after = await service.with({ GATEWAY_URL: moved, GATEWAY_ID: new URL(first).host });
    expect(await tick(after.deps, new Date())).toMatchObject({ recovered: 1 });
    expect((await client.status(scene.id)).body.checkout_status).toBe("Payment Processing");
  });

  it("takes a lost charge back at the gateway that made it", async (context) => {
    const { first, second, service, provider, scene } = await changed(context);
    const earlier = withSecret(new URL(first).host, first);
    const after = await service.with({ GATEWAY_URL: second, GATEWAY_EARLIER: earlier });
    const client = new Api(after.url, provider.key);
    expect((await client.resolveCharge(scene.id, "never_made")).status).toBe(200);
    expect(await chargedFor(client, scene.body)).toEqual([]);
  });

  it("keeps a server from starting while charges of the one before are open, and names them", async (context) => {
    const { service, attempt } = await changed(context);
    const refusal = await startServer("server", {
      ...service.settings,
      GATEWAY_URL: `http://127.0.0.1:${await freePort()}`,
    }).then(
      async (server) => {
        await server.stop();
        return "it starts";
      },
      (error: Error) => error.message,
    );
    expect(refusal).toContain("1 charge");
    expect(refusal).toContain(attempt.id);
    expect(refusal).toContain("GATEWAY_EARLIER");
  });
});

describe("a gateway that cannot close a key", () => {
  async function lost(context: TestContext, when: "before" | "after", expiresAt?: Date) {
    const place = await jobsPlace(context);
    const gateway = foreignGateway({ expiresAt });
    place.deps.gateway = gateway;
    gateway.loses(when);
    const scene = await payNow(place.client, place.provider);
    expect(scene.answer.status).toBe(202);
    gateway.loses("never");
    const attempt = (await attemptOf(place.provider, scene.body, place.db))!;
    await makeDue(attempt.id, place.db);
    const status = async () => (await place.client.status(scene.id)).body.checkout_status;
    return { place, gateway, scene, attempt, status };
  }

  it("leaves the order taken, and after a time an operator is told, once", async (context) => {
    const { place, scene, attempt, status } = await lost(context, "before");
    const now = new Date();
    expect(await tick(place.deps, now)).toMatchObject({ recovered: 0, alerts: 0 });
    expect(await status()).toBe("Payment Pending");
    expectProblem(await place.client.create(scene.body), 409, "duplicate_order");
    await makeDue(attempt.id, place.db);
    const later = new Date(now.getTime() + 61 * MINUTE);
    await tick(place.deps, later);
    expect(await kinds(place)).toEqual([["outcome_unknown", "cannot_close"]]);
    await makeDue(attempt.id, place.db);
    await tick(place.deps, new Date(later.getTime() + MINUTE));
    expect(await kinds(place)).toHaveLength(1);
    expect(await status()).toBe("Payment Pending");
  });

  it("is asked again, and what it charged is paid", async (context) => {
    const { place, gateway, scene, attempt, status } = await lost(context, "before");
    await tick(place.deps, new Date());
    await gateway.charge({
      key: attempt.id,
      providerId: place.provider.id,
      providerOrderId: scene.orderId,
      amountCents: 150_000,
      token: "tok",
    });
    await makeDue(attempt.id, place.db);
    expect(await tick(place.deps, new Date())).toMatchObject({ recovered: 1 });
    expect(await status()).toBe("Payment Processing");
  });

  it("ends the wait itself when it lets the key expire, and the alert is over", async (context) => {
    const { place, gateway, attempt, status } = await lost(context, "before");
    const later = new Date(Date.now() + 61 * MINUTE);
    await tick(place.deps, later);
    expect(await kinds(place)).toHaveLength(1);
    gateway.expire(attempt.id);
    await makeDue(attempt.id, place.db);
    expect(await tick(place.deps, new Date(later.getTime() + 6 * MINUTE))).toMatchObject({ recovered: 1 });
    expect(await status()).toBe("Payment Failed");
    expect(await kinds(place)).toEqual([]);
  });

  it("is waited for until the expiry that it names", async (context) => {
    const expiresAt = new Date(Date.now() + 180 * MINUTE);
    const { place, attempt } = await lost(context, "before", expiresAt);
    await tick(place.deps, new Date(Date.now() + 61 * MINUTE));
    expect(await kinds(place)).toEqual([]);
    await makeDue(attempt.id, place.db);
    await tick(place.deps, new Date(expiresAt.getTime() + 61 * MINUTE));
    expect(await kinds(place)).toHaveLength(1);
  });
});

describe("a gateway that sends the student to the bank", () => {
  async function sent(context: TestContext) {
    const place = await jobsPlace(context);
    const gateway = foreignGateway({ asksStudent: true });
    place.deps.gateway = gateway;
    const body = payNowBody(place.provider);
    const answer = await place.client.createOnce("to-the-bank", body);
    const attempt = (await attemptOf(place.provider, body, place.db))!;
    const recover = async (now = new Date()) => {
      await makeDue(attempt.id, place.db);
      return tick(place.deps, now);
    };
    return { place, gateway, body, answer, attempt, recover, url: `https://bank.test/${attempt.id}` };
  }

  it("is a 202 with the address, which no event and no list shows", async (context) => {
    const { place, body, answer, attempt, url, recover } = await sent(context);
    expect(answer.status, answer.text).toBe(202);
    expect(answer.body).toMatchObject({
      checkout_status: "Payment Pending",
      card_payment: { success: false, status: "pending" },
      next_action: { type: "wait", url },
    });
    expect(await recover()).toMatchObject({ recovered: 0, alerts: 0 });
    const status = await place.client.status(attempt.checkoutId);
    expect(status.body).toMatchObject({
      checkout_status: "Payment Pending",
      next_action: { type: "wait", url },
    });
    expect((await place.client.createOnce("to-the-bank", body)).status).toBe(202);
    const refused = await place.client.create(body);
    expectProblem(refused, 409, "duplicate_order");
    expect(refused.body.next_action).toEqual({ type: "wait", url });
    for (const path of ["/v1/provider-checkouts", "/v1/events"])
      expect((await place.client.get(path)).text).not.toContain("bank.test");
  });

  it("is paid once the student has acted", async (context) => {
    const { place, gateway, body, attempt, recover } = await sent(context);
    gateway.act(attempt.id, "succeeded");
    expect(await recover()).toMatchObject({ recovered: 1 });
    const { body: paid } = await place.client.status(attempt.checkoutId);
    expect([paid.checkout_status, paid.next_action]).toEqual(["Payment Processing", { type: "none" }]);
    expect((await place.client.createOnce("to-the-bank", body)).status).toBe(201);
    expect(await eventsOf(attempt.checkoutId, place.db)).toEqual([
      "checkout.created",
      "card_payment.succeeded",
    ]);
  });

  it("is declined where the bank says so, and the order is free", async (context) => {
    const { place, gateway, body, attempt, recover } = await sent(context);
    gateway.act(attempt.id, "declined");
    expect(await recover()).toMatchObject({ recovered: 1 });
    expect((await place.client.status(attempt.checkoutId)).body.checkout_status).toBe("Payment Failed");
    expect((await place.client.createOnce("to-the-bank", body)).status).toBe(402);
  });

  it("is learnt of by recovery where the answer was lost", async (context) => {
    const place = await jobsPlace(context);
    const gateway = foreignGateway({ asksStudent: true });
    place.deps.gateway = gateway;
    gateway.loses("after");
    const scene = await payNow(place.client, place.provider);
    expect(scene.answer.body.next_action).toEqual({ type: "wait" });
    const attempt = (await attemptOf(place.provider, scene.body, place.db))!;
    await makeDue(attempt.id, place.db);
    await tick(place.deps, new Date());
    expect((await place.client.status(scene.id)).body.next_action).toEqual({
      type: "wait",
      url: `https://bank.test/${attempt.id}`,
    });
  });
});
