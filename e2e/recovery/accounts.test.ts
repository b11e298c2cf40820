import { eq } from "drizzle-orm";
import { expect, inject, it, type TestContext } from "vitest";
import { gatewayAccount } from "../../drizzle/schema";
import { gatewayCharge } from "../../drizzle/schema/sandbox-gateway";
import { recoverCharge } from "../../lib/checkout/recover";
import { retireAccount } from "../../lib/db/account-rows";
import { listAlerts, resolveAlert } from "../../lib/db/alerts";
import { openDatabase } from "../../lib/db/client";
import { newId } from "../../lib/domain/ids";
import { rotate } from "../../lib/gateway/set-up";
import { reconcile } from "../../lib/jobs/reconcile";
import { tick } from "../../lib/jobs/tick";
import { createSandboxGateway } from "../../packages/sandbox-gateway/gateway";
import { checkGateways } from "../../server/instance/check-gateways";
import { openProcessors } from "../../server/instance/processors";
import { createMeters } from "../../server/metrics/meters";
import { alertReasons, orphan } from "../jobs/place";
import { makeAccount } from "../support/accounts";
import { Api } from "../support/api";
import { cardToken, payNowBody } from "../support/bodies";
import { attemptOf, chargedFor, makeDue } from "../support/charges";
import { damage } from "../support/damage";
import { makeDatabase } from "../support/database";
import { freshSettings } from "../support/fresh";
import { createGatewayServer } from "../support/gateway-server";
import { serveHere } from "../support/here";
import { listening } from "../support/listening";
import { until } from "../support/poll";
import { makeProvider, type TestProvider } from "../support/provider";
import { askRefund } from "../support/refunds";
import { payNow, type Scene } from "../support/scenes";
import { freePort } from "../support/stack";

const SECRET = "the-secret-of-the-account";

/** A processor with records of its own. */
async function processor({ onTestFinished }: TestContext) {
  const records = await makeDatabase(inject("cluster"));
  const { db, close } = openDatabase({ url: records, poolSize: 5, prepare: true, name: "sandbox-gateway" });
  const gateway = createSandboxGateway(db);
  const { url, stop } = await listening(createGatewayServer(gateway, SECRET, gateway));
  onTestFinished(() => stop().then(close));
  return {
    url,
    gateway,
    ordersCharged: async () =>
      (await db.select().from(gatewayCharge).where(eq(gatewayCharge.status, "succeeded")))
        .map((charge) => charge.providerOrderId)
        .sort(),
  };
}

/** A service whose providers have accounts, with the sandbox gateway for the others. */
async function service(context: TestContext) {
  const settings = await freshSettings();
  /** A server that has read no account yet. */
  const serve = async () => {
    const here = await serveHere(settings);
    context.onTestFinished(here.stop);
    return here;
  };
  const { deps, url } = await serve();
  return {
    deps,
    serve,
    at: (provider: TestProvider) => new Api(url, provider.key),
    provider: () => makeProvider({}, deps.db),
    account: (provider: TestProvider, url: string, secret = SECRET) =>
      makeAccount(deps, provider, [secret], { kind: "http", url, takes: ["cards"] }),
  };
}

it("two providers with an account each, and one without, never share a processor", async (context) => {
  const [one, other, here] = [await processor(context), await processor(context), await service(context)];
  const [first, second, third] = [await here.provider(), await here.provider(), await here.provider()];
  const account = await here.account(first, one.url);
  await here.account(second, other.url);
  const paid: Scene[] = [];
  for (const provider of [first, second, third]) paid.push(await payNow(here.at(provider), provider));
  const orderOf = (at: number) => paid[at]!.body.provider.provider_order_id;
  expect(await one.ordersCharged()).toEqual([orderOf(0)]);
  expect(await other.ordersCharged()).toEqual([orderOf(1)]);
  expect(await chargedFor(here.at(third), paid[2]!.body)).toEqual([1500]);
  const attempt = await attemptOf(first, paid[0]!.body, here.deps.db);
  expect(attempt?.gateway).toBe(account.id);
  const environments = await Promise.all(
    [first, third].map(async (provider) => (await here.at(provider).get("/v1/environment")).body),
  );
  expect(environments.map((body) => body.gateway_publishable_key)).toEqual([
    "pk_test_ofTheAccount",
    expect.not.stringContaining("ofTheAccount"),
  ]);
  expect(await reconcile(here.deps, new Date())).toMatchObject({ charges: 3, raised: 0 });
});

it("once an account is retired, no other takes the provider's cards: it gives refunds, and the next account charges", async (context) => {
  const [old, next, here] = [await processor(context), await processor(context), await service(context)];
  const provider = await here.provider();
  const account = await here.account(provider, old.url);
  const lost = await payNow(here.at(provider), provider, "answer_lost");
  await makeDue((await attemptOf(provider, lost.body, here.deps.db))!.id, here.deps.db);
  await retireAccount(here.deps.db, account);
  const between = await here.serve();
  const client = new Api(between.url, provider.key);
  expect(await tick(between.deps, new Date())).toMatchObject({ recovered: 1, alerts: 0 });
  expect((await client.status(lost.id)).body.checkout_status).toBe("Payment Processing");
  const refused = await client.create(payNowBody(provider));
  expect(refused).toMatchObject({ status: 503, body: { code: "service_unavailable" } });
  expect(refused.body.user_message).toContain("was not made");
  expect(await listAlerts(here.deps.db, { all: false })).toMatchObject([
    { kind: "gateway_refused_us", reference: account.id },
  ]);
  const { body: environment } = await client.get("/v1/environment");
  expect(environment.gateway_publishable_key).toBe("pk_test_ofTheAccount");
  expect((await askRefund(client, lost.id, 500)).status).toBe(201);
  await here.account(provider, next.url);
  const fresh = await here.serve();
  const paid = await payNow(new Api(fresh.url, provider.key), provider);
  expect(await old.ordersCharged()).toEqual([lost.body.provider.provider_order_id]);
  expect(await next.ordersCharged()).toEqual([paid.body.provider.provider_order_id]);
});

it("a replaced account leaves no time in between, and only one of two replacements at once is made", async (context) => {
  const here = await service(context);
  const provider = await here.provider();
  const account = await here.account(provider, "http://127.0.0.1:9");
  const replace = (port: number) =>
    makeAccount(here.deps, provider, [SECRET], {
      kind: "http",
      url: `http://127.0.0.1:${port}`,
      takes: ["cards"],
      replaces: account.id,
    });
  const made = await Promise.allSettled([replace(10), replace(11)]);
  expect(made.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  const current = await here.deps.accounts.of(provider.id);
  expect(current.map(({ isCurrent }) => isCurrent)).toEqual([true, false]);
});

it("reconciliation of one account goes on while another does not respond", async (context) => {
  const [one, here] = [await processor(context), await service(context)];
  const [first, second] = [await here.provider(), await here.provider()];
  await here.account(first, one.url);
  await here.account(second, `http://127.0.0.1:${await freePort()}`);
  const key = await orphan({ gateway: one.gateway, provider: first });
  await expect(reconcile(here.deps, new Date())).rejects.toThrow("could not be reached");
  expect(await alertReasons(here.deps)).toMatchObject([["orphan_charge", undefined]]);
  await one.gateway.voidCharge(key);
  await expect(reconcile(here.deps, new Date())).rejects.toThrow("could not be reached");
  expect(await alertReasons(here.deps)).toEqual([]);
});

it("a refused secret stops this account's charges alone, until it is rotated", async (context) => {
  const [one, here] = [await processor(context), await service(context)];
  const [first, second] = [await here.provider(), await here.provider()];
  const account = await here.account(first, one.url, "a-secret-that-is-wrong");
  const card = await payNow(here.at(second), second);
  const bodyOf = (order: string) => ({
    ...card.body,
    provider: { ...card.body.provider, provider_code: first.code, provider_order_id: order },
  });
  expect((await here.at(first).create(bodyOf("ORD-FIRST"))).status).toBe(202);
  expect(await alertReasons(here.deps)).toEqual([["gateway_refused_us", undefined]]);
  expect((await here.at(first).create(bodyOf("ORD-NEXT"))).status).toBe(503);
  await payNow(here.at(second), second);
  await rotate(here.deps.db, here.deps.vault, account, SECRET, false);
  const fresh = await here.serve();
  await payNow(new Api(fresh.url, first.key), first);
});

it("an account whose secret does not open charges nothing, and an operator is told", async (context) => {
  const [one, here] = [await processor(context), await service(context)];
  const provider = await here.provider();
  const account = await here.account(provider, one.url);
  const restore = await damage(
    here.deps.db,
    "altered",
    "gateway_account",
    "secret_sealed",
    "secret_key_version",
  );
  const refused = await here.at(provider).create(payNowBody(provider));
  expect(refused).toMatchObject({ status: 503, body: { code: "service_unavailable" } });
  const alert = await until("an alert", async () => (await listAlerts(here.deps.db, { all: false }))[0]);
  const kind = "sealed_value_unreadable";
  expect(alert).toMatchObject({ kind, reference: account.id, details: { what: "processor secrets" } });
  await restore();
  const fresh = await here.serve();
  await payNow(new Api(fresh.url, provider.key), provider);
});

it("a live account in a sandbox stops the start, and says which one it is", async (context) => {
  const here = await service(context);
  const provider = await here.provider();
  const account = await here.account(provider, "http://127.0.0.1:9");
  await checkGateways(here.deps);
  await here.deps.db.update(gatewayAccount).set({ mode: "live" });
  await expect(checkGateways(here.deps)).rejects.toThrow(
    `account ${account.id} of ${provider.code} is a live account`,
  );
  await retireAccount(here.deps.db, account);
  await checkGateways(here.deps);
});

it("a copy of production's database in a sandbox reaches no live account, not even a retired one", async (context) => {
  const here = await service(context);
  const provider = await here.provider();
  const account = await here.account(provider, "http://127.0.0.1:9");
  await here.deps.db.update(gatewayAccount).set({ mode: "live" });
  await expect(here.deps.accounts.of(provider.id)).rejects.toThrow("not of this environment's mode");
  expect(await here.deps.accounts.all()).toEqual([]);
  await retireAccount(here.deps.db, account);
  const fresh = await here.serve();
  expect(await fresh.deps.accounts.of(provider.id)).toEqual([]);
});

it("production charges nothing for a provider whose only account, a retired one, is a sandbox's", async (context) => {
  const { deps, ...here } = await service(context);
  const provider = await here.provider();
  await retireAccount(deps.db, await here.account(provider, "http://127.0.0.1:9"));
  const settings = { ...deps.settings, ENVIRONMENT: "production" } as const;
  const production = openProcessors(settings, createMeters({})).accounts(deps);
  await expect(production.of(provider.id)).rejects.toThrow("not of this environment's mode");
});

it("recovery leaves alone a card that was sent after it took the one before", async (context) => {
  const here = await service(context);
  const provider = await here.provider();
  const lost = await payNow(here.at(provider), provider, "answer_lost");
  const { checkoutId, id } = (await attemptOf(provider, lost.body, here.deps.db))!;
  await makeDue(id, here.deps.db);
  const due = { providerId: provider.id, checkoutId, id: newId("cat") };
  expect(await recoverCharge(here.deps, due, new Date())).toBeNull();
  expect((await attemptOf(provider, lost.body, here.deps.db))?.status).toBe("unknown");
});

it("an order whose alert was resolved can be paid at a processor that cannot tell of orders", async (context) => {
  const here = await service(context);
  const provider = await here.provider();
  const { deps } = here;
  deps.gateway = { ...deps.gateway, chargesOfOrder: async () => null };
  const body = payNowBody(provider);
  const order = { providerId: provider.id, providerOrderId: body.provider.provider_order_id };
  await deps.gateway.charge({ ...order, key: newId("cat"), amountCents: 4_200, token: cardToken() });
  await reconcile(deps, new Date());
  expect((await here.at(provider).create(body)).status).toBe(503);
  const [alert] = await listAlerts(deps.db, { all: false });
  await resolveAlert(deps.db, alert!.id, "operator", new Date());
  expect(
    (await here.at(provider).create({ ...body, card_payment: { ...body.card_payment, token: cardToken() } }))
      .status,
  ).toBe(201);
});
