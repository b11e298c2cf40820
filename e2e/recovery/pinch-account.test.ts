import { eq } from "drizzle-orm";
import { expect, it, onTestFinished } from "vitest";
import { chargeAttempt } from "../../drizzle/schema";
import { gatewayOf, withAccounts } from "../../lib/checkout/gateways";
import { listAlerts } from "../../lib/db/alerts";
import { examineGateway } from "../../lib/gateway/examine";
import { reconcile } from "../../lib/jobs/reconcile";
import { tick } from "../../lib/jobs/tick";
import { startPinchStandIn } from "../stand-ins/pinch/server";
import { makeAccount } from "../support/accounts";
import { Api, expectProblem } from "../support/api";
import { merge, payNowBody } from "../support/bodies";
import { attemptOf, checkoutsFor, loseCommits, makeDue } from "../support/charges";
import { freshSettings } from "../support/fresh";
import { serveHere } from "../support/here";
import { PINCH_CREDENTIALS } from "../support/pinch";
import { makeProvider } from "../support/provider";

/** A provider with an account at Pinch, and an order that is paid with a card. */
async function atPinch(outcome = "approved") {
  const pinch = await startPinchStandIn({ credentials: PINCH_CREDENTIALS });
  const here = await serveHere({
    ...(await freshSettings()),
    PINCH_API_BASE: pinch.bases.api.href,
    PINCH_AUTH_BASE: pinch.bases.auth.href,
  });
  onTestFinished(async () => {
    await here.stop();
    await pinch.close();
  });
  const { deps } = here;
  const provider = await makeProvider({}, deps.db);
  const { id: account } = await makeAccount(deps, provider, [PINCH_CREDENTIALS], {
    kind: "pinch",
    takes: ["cards"],
  });
  const card = (of: string) => ({ card_payment: { token: pinch.ledgers.test.tokenFor(of) } });
  const body = merge(payNowBody(provider), card(outcome));
  const client = new Api(here.url, provider.key);
  const key = async () => (await attemptOf(provider, body, deps.db))?.id ?? "cat_none";
  return {
    ...{ pinch, client, body, card, deps, provider, account },
    /** What Pinch has charged for the order. */
    timesCharged: async () => pinch.ledgers.test.timesCharged(await key()),
    async recover(gatewayReference?: string) {
      const attempt = await attemptOf(provider, body, deps.db);
      if (!attempt) throw new Error("No attempt was recorded");
      if (gatewayReference)
        await deps.db.update(chargeAttempt).set({ gatewayReference }).where(eq(chargeAttempt.id, attempt.id));
      await makeDue(attempt.id, deps.db);
      await tick(deps, new Date());
      return (await checkoutsFor(client, body))[0];
    },
  };
}

it("a charge at Pinch is paid once, and agrees with Pinch's list", async () => {
  const { client, body, deps, timesCharged } = await atPinch();
  expect((await client.get("/v1/environment")).body).toMatchObject({
    gateway_mode: "test",
    card_fields: "own",
  });
  const paid = await client.create(body);
  expect(paid.status, paid.text).toBe(201);
  expect(paid.body.card_payment).toMatchObject({ success: true, card: { scheme: "visa", last4: "4242" } });
  expectProblem(await client.create(body), 409, "duplicate_order");
  expect(await timesCharged()).toBe(1);
  await reconcile(deps, new Date());
  expect(await listAlerts(deps.db, { all: true })).toEqual([]);
});

it("after a decline at Pinch another card pays, and a token that cannot be used is named", async () => {
  const { client, body, card } = await atPinch("insufficient-funds");
  const declined = await client.create(body);
  expectProblem(declined, 402, "card_declined");
  expect(declined.body.card_payment.decline_code).toBe("insufficient_funds");
  expect(declined.body.user_message).toContain("You have not been charged.");
  const unknown = await client.create(merge(body, { card_payment: { token: "tkn_ofSomebodyElse" } }));
  expectProblem(unknown, 422, "validation_failed");
  expect((await client.create(merge(body, card("approved")))).status).toBe(201);
});

it("after commits were lost with a decline and a charge, the decline comes again and the charge is taken up", async () => {
  const { client, body, card, deps, timesCharged } = await atPinch("insufficient-funds");
  expectProblem(await client.create(body), 402, "card_declined");
  expect((await client.create(merge(body, card("approved")))).status).toBe(201);
  await loseCommits(deps.db, body.provider.provider_order_id);
  const again = await client.create(body);
  expect(again.status, again.text).toBe(201);
  expect(again.body.card_payment).toMatchObject({ success: true, amount_charged: 1500 });
  expect(await timesCharged()).toBe(1);
});

it("a charge whose response Pinch loses is found", async () => {
  const { client, body, pinch, recover, timesCharged } = await atPinch();
  pinch.misbehave("payments/realtime", "reset", "after");
  expect((await client.create(body)).status).toBe(202);
  expect(await recover()).toMatchObject({ checkout_status: "Payment Processing" });
  expect(await timesCharged()).toBe(1);
});

it("a charge that Pinch never saw waits until no bearer of it is valid, and then releases the order", async () => {
  const { client, body, pinch, recover, card, timesCharged } = await atPinch();
  pinch.misbehave("payments/realtime", "reset");
  expect((await client.create(body)).status).toBe(202);
  expect(await recover()).toMatchObject({ checkout_status: "Payment Pending" });
  expect(await recover("until:2026-01-01T00:00:00.000Z")).toMatchObject({
    checkout_status: "Payment Failed",
  });
  expect(await timesCharged()).toBe(0);
  expect((await client.create(merge(body, card("approved")))).status).toBe(201);
});

it("an account whose credentials Pinch refuses takes no charges, and the check says so", async () => {
  const { client, body, pinch, deps, provider, account } = await atPinch();
  const examined = async () => {
    const gateway = gatewayOf(await withAccounts(deps, provider.id), account);
    return gateway && (await examineGateway(deps, gateway));
  };
  pinch.refuseCredentials(true);
  expectProblem(await client.create(body), 503, "service_unavailable");
  expect(await examined()).toMatchObject({ result: "fail" });
  pinch.refuseCredentials(false);
  expect(await examined()).toMatchObject({ result: "pass" });
  expect((await client.create(body)).status).toBe(201);
});
