import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { type Database, openDatabase } from "../../lib/db/client";
import { createHttpGateway } from "../../lib/gateway/http-client";
import { type CardGateway, GatewayNotReached, GatewayOutcomeUnknown } from "../../lib/gateway/port";
import { createSandboxGateway } from "../../lib/gateway/sandbox/gateway";
import { createSandboxServer } from "../../lib/gateway/sandbox/server";
import { cardToken, orderId } from "../support/bodies";
import { makeDatabase } from "../support/database";
import { makeRoles } from "../support/gateway";
import { type PostgresProxy, startPostgresProxy } from "../support/postgres-proxy";
import { freePort } from "../support/stack";

const SECRET = "a-secret-of-the-gateway";
const clientOf = (port: number) =>
  createHttpGateway({ url: `http://127.0.0.1:${port}`, secret: SECRET, mode: "test", timeoutMs: 120_000 });
const newKey = () => `key-${orderId()}`;
const requestOf = (key: string, card = "visa") => ({
  key,
  providerId: "provider",
  providerOrderId: orderId(),
  amountCents: 1500,
  token: cardToken(card),
});
const CLOSED = { status: "closed" };

/** The port's promises, kept by the sandbox gateway itself and by its client over HTTP. */
describe.each(["within the process", "over HTTP"])("the gateway %s", (where) => {
  let database: Database;
  let proxy: PostgresProxy;
  /** The gateway's own connection, through a wire that can be held up. */
  let heldUp: Database;
  let server: Server | undefined;
  let gateway: CardGateway;

  beforeAll(async () => {
    const { gateway: url } = await makeRoles(await makeDatabase(inject("cluster")));
    const open = (at: string) => openDatabase({ url: at, poolSize: 10, prepare: true, name: "port-test" });
    database = open(url);
    proxy = await startPostgresProxy(url);
    heldUp = open(proxy.url);
    gateway = createSandboxGateway(database.db);
    if (where === "over HTTP") {
      server = createSandboxServer(createSandboxGateway(database.db), SECRET).listen(0, "127.0.0.1");
      await once(server, "listening");
      gateway = clientOf((server.address() as AddressInfo).port);
    }
  });
  afterAll(async () => {
    server?.close();
    server?.closeAllConnections();
    await proxy.close();
    await Promise.all([database.close(), heldUp.close()]);
  });

  it("charges a key once, however often it is asked, and gives the same result", async () => {
    const request = requestOf(newKey());
    const [first, ...more] = await Promise.all(Array.from({ length: 20 }, () => gateway.charge(request)));
    expect(first).toMatchObject({ status: "succeeded", card: { scheme: "visa", lastFour: "4242" } });
    for (const result of [...more, await gateway.charge(request), await gateway.findCharge(request.key)])
      expect(result).toEqual(first);
    expect(await gateway.closeCharge(request.key)).toEqual(first);
    const of = { providerId: "provider", providerOrderId: request.providerOrderId };
    expect(await gateway.listCharges({ since: new Date(0), of })).toMatchObject([
      { key: request.key, amountCents: 1500, status: "succeeded" },
    ]);
    expect(await gateway.listCharges({ since: new Date(Date.now() + 86_400_000), of })).toEqual([]);
  });

  it("gives a decline again, and charges nothing for another token under its key", async () => {
    const request = requestOf(newKey(), "declined_incorrect_cvc");
    const declined = { status: "declined", declineCode: "incorrect_cvc" };
    expect(await gateway.charge(request)).toEqual(declined);
    expect(await gateway.charge({ ...request, token: cardToken() })).toEqual(declined);
    expect(await gateway.closeCharge(request.key)).toEqual(declined);
  });

  it("knows nothing of a key that it never saw, and never charges one that was closed", async () => {
    const request = requestOf(newKey());
    expect(await gateway.findCharge(request.key)).toBeNull();
    expect(await gateway.closeCharge(request.key)).toEqual(CLOSED);
    expect(await gateway.closeCharge(request.key)).toEqual(CLOSED);
    expect(await gateway.charge(request)).toEqual(CLOSED);
    expect(await gateway.findCharge(request.key)).toEqual(CLOSED);
    const other = { ...request, key: newKey() };
    expect(await gateway.charge(other), "the token was not consumed").toMatchObject({ status: "succeeded" });
  });

  it("either closes or charges when both are asked at once", async () => {
    for (let round = 0; round < 10; round++) {
      const request = requestOf(newKey());
      const [charged, closed] = await Promise.all([
        gateway.charge(request),
        gateway.closeCharge(request.key),
      ]);
      if (closed.status !== "processing") expect(charged).toEqual(closed);
      else expect(charged.status).toBe("succeeded");
      expect(await gateway.findCharge(request.key)).toEqual(charged);
    }
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
      expect(await gateway.charge({ ...request, key: newKey() })).toEqual({
        status: "refused",
        reason: "token_already_used",
      });
    }
    expect(await gateway.charge({ ...requestOf(newKey()), token: "tok_live_visa" })).toEqual({
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

describe("the gateway's client over HTTP", () => {
  it("knows that nothing was sent when nobody listens", async () => {
    const gateway = clientOf(await freePort());
    await expect(gateway.charge(requestOf(newKey()))).rejects.toThrow(GatewayNotReached);
    await expect(gateway.closeCharge(newKey())).rejects.toThrow(GatewayNotReached);
  });
});
