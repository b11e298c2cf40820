import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { type Database, openDatabase } from "../../lib/db/client";
import {
  type CardGateway,
  GatewayNotReached,
  GatewayOutcomeUnknown,
  type SandboxExtras,
} from "../../lib/gateway/port";
import { createSandboxGateway } from "../../packages/sandbox-gateway/gateway";
import { createHttpExtras, createHttpGateway } from "../../packages/sandbox-gateway/http-client";
import { cardToken, orderId } from "../support/bodies";
import { makeDatabase } from "../support/database";
import { foreignGateway } from "../support/foreign-gateway";
import { makeRoles } from "../support/gateway";
import { keepsItsPromises } from "../support/gateway-promises";
import { createGatewayServer } from "../support/gateway-server";
import { listening } from "../support/listening";
import { type PostgresProxy, startPostgresProxy } from "../support/postgres-proxy";
import { freePort } from "../support/stack";

const SECRET = "a-secret-of-the-gateway";
const addressOf = (url: string) => ({ url, secret: () => SECRET, timeoutMs: 120_000 });
const clientOf = (url: string) => createHttpGateway({ id: "g", mode: "test", ...addressOf(url) });
const newKey = () => `key-${orderId()}`;
const requestOf = (key: string, card = "visa") => ({
  key,
  providerId: "provider",
  providerOrderId: orderId(),
  amountCents: 1500,
  token: cardToken(card),
});
const CLOSED = { status: "closed" };

/** A gateway behind HTTP, and its client. */
async function overHttp(gateway: CardGateway, extras: SandboxExtras | null) {
  const { url, stop } = await listening(createGatewayServer(gateway, SECRET, extras));
  return { gateway: clientOf(url), extras: createHttpExtras(addressOf(url)), close: stop };
}

/** The port's promises, kept by the sandbox gateway itself and by its client over HTTP. */
describe.each(["within the process", "over HTTP"])("the sandbox gateway %s", (where) => {
  let database: Database;
  let proxy: PostgresProxy;
  /** The gateway's own connection, through a wire that can be held up. */
  let heldUp: Database;
  let server: Awaited<ReturnType<typeof overHttp>> | undefined;
  let gateway: CardGateway;
  let extras: SandboxExtras;

  beforeAll(async () => {
    const { gateway: url } = await makeRoles(await makeDatabase(inject("cluster")));
    const open = (at: string) => openDatabase({ url: at, poolSize: 10, prepare: true, name: "port-test" });
    database = open(url);
    proxy = await startPostgresProxy(url);
    heldUp = open(proxy.url);
    const sandbox = createSandboxGateway(database.db);
    gateway = sandbox;
    extras = sandbox;
    if (where === "over HTTP") {
      server = await overHttp(sandbox, sandbox);
      ({ gateway, extras } = server);
    }
  });
  afterAll(async () => {
    server?.close();
    await proxy.close();
    await Promise.all([database.close(), heldUp.close()]);
  });

  keepsItsPromises(() => ({
    gateway,
    token: (outcome) => cardToken(outcome === "succeeds" ? "visa" : "declined_incorrect_cvc"),
    failsLate: 591,
  }));

  it("refunds as the cents say: lost responses, pending, too early, and returned by the bank", async () => {
    const { key } = await gateway.charge(requestOf(newKey()));
    const of = (amountCents: number) => ({ key: newKey(), charge: { key, reference: null }, amountCents });
    const lost = of(292);
    await expect(gateway.refund(lost)).rejects.toThrow(GatewayOutcomeUnknown);
    expect(await gateway.findRefund(lost)).toMatchObject({ status: "succeeded" });
    for (const [amount, first] of [
      [291, "pending"],
      [293, "succeeded"],
    ] as const) {
      const late = of(amount);
      expect(await gateway.refund(late)).toMatchObject({ status: first });
      expect(await gateway.findRefund(late)).toMatchObject({ status: "failed" });
    }
    expect(await gateway.refund(of(294))).toMatchObject({
      status: "refused",
      reason: "not_yet",
      possibleFrom: expect.any(Date),
    });
  });

  it("forgets the refunds of a charge with it", async () => {
    const charge = requestOf(newKey());
    await gateway.charge(charge);
    const refund = { key: newKey(), charge: { key: charge.key, reference: null }, amountCents: 1500 };
    await gateway.refund(refund);
    await extras.forgetCharges([charge.key]);
    expect(await gateway.findRefund(refund)).toBeNull();
  });

  it("consumes no token for a key that was closed", async () => {
    const request = requestOf(newKey());
    await gateway.closeCharge(request.key);
    expect(await gateway.charge(request)).toEqual({ key: request.key, amountCents: null, ...CLOSED });
    expect(await gateway.charge({ ...request, key: newKey() })).toMatchObject({ status: "succeeded" });
  });

  it("lists the charges of one provider and of one of its orders, newest first, and takes one back", async () => {
    const providerId = `provider-${orderId()}`;
    const [one, other] = [requestOf(newKey()), requestOf(newKey())].map((request) => ({
      ...request,
      providerId,
    }));
    for (const request of [one!, other!, requestOf(newKey())]) await gateway.charge(request);
    const keys = async (order?: string) => (await extras.chargesOf(providerId, order)).map(({ key }) => key);
    expect(await keys()).toEqual([other!.key, one!.key]);
    expect(await keys(other!.providerOrderId)).toEqual([other!.key]);
    await extras.voidCharge(other!.key);
    expect(await keys()).toEqual([one!.key]);
    expect(await gateway.findCharge(other!.key)).toMatchObject(CLOSED);
  });

  it("forgets charges with their tokens, but never that a key was closed", async () => {
    const [made, closed] = [requestOf(newKey()), requestOf(newKey())];
    await gateway.charge(made);
    await gateway.closeCharge(closed.key);
    expect(await extras.forgetCharges([made.key, closed.key])).toBe(1);
    expect(await gateway.findCharge(made.key)).toBeNull();
    expect(await gateway.charge({ ...made, key: newKey() })).toMatchObject({ status: "succeeded" });
    // A request that slept since may come only now.
    expect(await gateway.charge(closed)).toMatchObject(CLOSED);
  });

  it("says that a key is being processed, and closes nothing meanwhile", async () => {
    const request = requestOf(newKey());
    proxy.holdAt("token_use");
    const charging = createSandboxGateway(heldUp.db).charge(request);
    await expect.poll(proxy.isHolding).toBe(true);
    expect(await gateway.findCharge(request.key)).toBeNull();
    expect(await gateway.closeCharge(request.key)).toEqual({ status: "processing" });
    await proxy.restore();
    const charged = await charging;
    expect(charged.status).toBe("succeeded");
    expect(await gateway.closeCharge(request.key)).toEqual(charged);
  });

  it("takes a token once from a provider, also for attempts that failed", async () => {
    for (const card of ["visa", "declined_lost_card"]) {
      const request = requestOf(newKey(), card);
      await gateway.charge(request);
      expect(await gateway.charge({ ...request, key: newKey() })).toMatchObject({
        status: "refused",
        reason: "token_already_used",
      });
    }
    expect(await gateway.charge({ ...requestOf(newKey()), token: "tok_live_visa" })).toMatchObject({
      status: "refused",
      reason: "token_unknown",
    });
  });

  it("loses the answer of the card that promises it, each time, and knows the charge", async () => {
    const request = requestOf(newKey(), "answer_lost");
    for (let times = 0; times < 2; times++)
      await expect(gateway.charge(request)).rejects.toThrow(GatewayOutcomeUnknown);
    expect(await gateway.findCharge(request.key)).toMatchObject({
      status: "succeeded",
      card: { lastFour: "0341" },
    });
  });
});

/** It stands for real gateways, most of which cannot close a key. */
describe.each([
  ["that cannot close a key", false],
  ["whose bank asks the student first", true],
])("a stranger's gateway %s, over HTTP", (_, asksStudent) => {
  const expiresAt = new Date("2030-01-01T00:00:00.000Z");
  const foreign = foreignGateway({ asksStudent, expiresAt });
  let server: Awaited<ReturnType<typeof overHttp>>;
  beforeAll(async () => {
    server = await overHttp(foreign, null);
  });
  afterAll(() => server.close());

  keepsItsPromises(() => ({
    gateway: server.gateway,
    token: (outcome) => outcome,
    act: foreign.act,
    sendBack: foreign.sendBack,
    failsLate: 500,
  }));

  it("says until when a key may still charge", async () => {
    expect(await server.gateway.closeCharge(newKey())).toEqual({ status: "cannot_close", expiresAt });
  });

  it("has nothing of a sandbox's", async () => {
    await expect(server.extras.voidCharge(newKey())).rejects.toThrow(GatewayOutcomeUnknown);
    await expect(server.extras.chargesOf("provider")).rejects.toThrow(GatewayOutcomeUnknown);
  });
});

describe("the gateway's client over HTTP", () => {
  it("takes no address that a browser might run", async () => {
    const gateway = {
      ...foreignGateway(),
      findCharge: async (key: string) => ({
        key,
        amountCents: 1500,
        status: "action_required" as const,
        url: "javascript:alert(1)",
      }),
    };
    const server = await overHttp(gateway, null);
    await expect(server.gateway.findCharge("k")).rejects.toThrow(GatewayOutcomeUnknown);
    server.close();
  });

  it("knows that nothing was sent when nobody listens", async () => {
    const gateway = clientOf(`http://127.0.0.1:${await freePort()}`);
    await expect(gateway.charge(requestOf(newKey()))).rejects.toThrow(GatewayNotReached);
    await expect(gateway.closeCharge(newKey())).rejects.toThrow(GatewayNotReached);
  });
});
