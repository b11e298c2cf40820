import { sql } from "drizzle-orm";
import { expect, it, onTestFinished, type TestContext } from "vitest";
import { gatewayOf, withAccounts } from "../../lib/checkout/gateways";
import { listAlerts } from "../../lib/db/alerts";
import { findAttempts } from "../../lib/db/charge-attempts";
import type { Db } from "../../lib/db/client";
import { examineGateway } from "../../lib/gateway/examine";
import { reconcile } from "../../lib/jobs/reconcile";
import { tick } from "../../lib/jobs/tick";
import { makeAccount } from "../support/accounts";
import { Api, expectFieldError, expectProblem } from "../support/api";
import { merge, orderId, payNowBody } from "../support/bodies";
import { attemptOf, checkoutsFor, makeDue } from "../support/charges";
import { freshSettings } from "../support/fresh";
import { serveHere } from "../support/here";
import { makeProvider } from "../support/provider";
import { startStripe, stripeRequest, stripeToken } from "../support/stripe";

/** A provider with an account at Stripe, and an order that is paid with a card. */
async function atStripe({ onTestFinished }: Pick<TestContext, "onTestFinished">, card = "visa") {
  const stripe = await startStripe();
  const here = await serveHere({
    ...(await freshSettings()),
    STRIPE_API_BASE: stripe.address.href,
  });
  onTestFinished(async () => {
    await stripe.close();
    await here.stop();
  });
  const provider = await makeProvider({}, here.deps.db);
  const { id } = await makeAccount(here.deps, provider, [stripe.secret], {
    kind: "stripe",
    takes: ["cards"],
  });
  const body = merge(payNowBody(provider), { card_payment: { token: stripeToken(card) } });
  const client = new Api(here.url, provider.key);
  const attempt = async () => {
    const found = await attemptOf(provider, body, here.deps.db);
    if (!found) throw new Error("No attempt was recorded");
    return found;
  };
  return {
    ...{ stripe, client, body, provider, attempt, account: id, deps: here.deps },
    async recover() {
      await makeDue((await attempt()).id, here.deps.db);
      await tick(here.deps, new Date());
      return (await checkoutsFor(client, body))[0];
    },
  };
}

it("a charge at Stripe is paid, recorded with Stripe's own id, and agrees with Stripe's list", async (context) => {
  const { client, body, stripe, attempt, account, deps } = await atStripe(context);
  expect((await client.get("/v1/environment")).body).toMatchObject({
    gateway_mode: "test",
    gateway_publishable_key: "pk_test_ofTheAccount",
    card_fields: "processor",
    capture_script_url: `${deps.baseUrl}/capture/v1.js?processor=stripe&stand_in=${encodeURIComponent(stripe.address.origin)}`,
  });
  const paid = await client.create(body);
  expect(paid.status, paid.text).toBe(201);
  expect(paid.body.card_payment).toMatchObject({ success: true, card: { scheme: "visa", last4: "4242" } });
  const { id } = await attempt();
  const [recorded] = (await findAttempts(deps.db, [id])).values();
  expect(recorded?.gateway).toBe(account);
  expect(stripe.paid(id).map((charge) => charge.payment_intent)).toEqual([recorded?.gatewayReference]);
  await reconcile(deps, new Date());
  expect(await listAlerts(deps.db, { all: true })).toEqual([]);
});

it("a charge of the other mode in an account's list is an alert, and the others are still compared", async (context) => {
  const { client, body, stripe, provider, deps } = await atStripe(context);
  expect((await client.create(body)).status).toBe(201);
  const foreign = async () => {
    const request = { ...stripeRequest(), providerId: provider.id };
    await stripe.adapter().charge(request, async () => true);
    return request.key;
  };
  const [live, test] = [await foreign(), await foreign()];
  for (const intent of stripe.account.intents.values())
    if (intent.metadata.key === live) intent.livemode = true;
  const open = async () =>
    (await listAlerts(deps.db, { all: false })).map(({ reference, details }) => [reference, details.mode]);
  for (let runs = 0; runs < 2; runs++) {
    await reconcile(deps, new Date());
    expect(await open()).toEqual(
      expect.arrayContaining([
        [live, "live"],
        [test, undefined],
      ]),
    );
  }
  expect(await open()).toHaveLength(2);
});

it("a decline at Stripe names no suspicion, and another card pays", async (context) => {
  const { client, body, stripe } = await atStripe(context, "visa_chargeDeclinedFraudulent");
  const declined = await client.create(body);
  expectProblem(declined, 402, "card_declined");
  expect(declined.text).not.toContain("fraud");
  expect(declined.body.card_payment.decline_code).toBe("generic_decline");
  expect(declined.body.user_message).toContain("You have not been charged.");
  const again = await client.create(merge(body, { card_payment: { token: stripeToken() } }));
  expect(again.status, again.text).toBe(201);
  expect(stripe.account.charges.size).toBe(1);
});

it("a decline at an account with many payments says that nothing was charged, for what reconciliation has compared is not listed again", async (context) => {
  const { client, body, stripe, deps } = await atStripe(context, "visa_chargeDeclined");
  expect((await client.create(merge(body, { card_payment: { token: stripeToken() } }))).status).toBe(201);
  const [paid] = stripe.account.intents.values();
  const others = { created: paid!.created - 3 * 3_600, metadata: {} };
  for (let made = 0; made < 1_000; made++)
    stripe.account.intents.set(`pi_${made}`, { ...paid!, ...others, id: `pi_${made}` });
  const declined = async () => {
    const another = {
      provider: { provider_order_id: orderId() },
      card_payment: { token: stripeToken("visa_chargeDeclined") },
    };
    const answer = await client.create(merge(body, another));
    expectProblem(answer, 402, "card_declined");
    return answer.body.user_message;
  };
  expect(await declined()).not.toContain("not been charged");
  await reconcile(deps, new Date());
  expect(await declined()).toContain("You have not been charged.");
});

it("who sends a token that Stripe does not know is told of no test token of the sandbox", async (context) => {
  const { client, body } = await atStripe(context, "noSuchCard");
  const refused = await client.create(body);
  expectFieldError(refused, "/card_payment/token", "token_unknown");
  expect(refused.text).not.toContain("tok_test_");
});

/** The tables in whose rows a text stands, as in a dump. */
async function tablesWith(db: Db, text: string): Promise<string[]> {
  const tables = await db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public'`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await db.execute(
      sql`select 1 from ${sql.identifier(name)} t where position(${text} in t::text) > 0 limit 1`,
    );
    if (rows.length > 0) found.push(name);
  }
  expect(tables.length).toBeGreaterThan(10);
  return found;
}

it("a student completes 3-D Secure on Stripe's page, and the enrolment is paid", async (context) => {
  const { client, body, recover, stripe, attempt, deps } = await atStripe(context, "threeDSecure2Required");
  const waiting = await client.create(body);
  expect(waiting.status, waiting.text).toBe(202);
  expect(waiting.body.next_action.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/3d_secure\/pi_/);
  expect(await tablesWith(deps.db, "3d_secure")).toEqual([]);
  const sent = await fetch(waiting.body.next_action.url, {
    method: "POST",
    body: new URLSearchParams({ outcome: "complete" }),
    redirect: "manual",
  });
  expect(sent.headers.get("location")).toContain("/api/card-payment/return?payment_intent=pi_");
  expect(await recover()).toMatchObject({ checkout_status: "Payment Processing" });
  expect(stripe.paid((await attempt()).id)).toHaveLength(1);
});

it.each([
  ["before", "Payment Failed", 0],
  ["after", "Payment Processing", 1],
] as const)("a response that Stripe loses %s its effect ends as %s", async (when, status, charges) => {
  const { client, body, recover, stripe } = await atStripe({ onTestFinished });
  stripe.misbehave({ way: "reset", when, on: /confirm$/, times: 2 });
  expect((await client.create(body)).status).toBe(202);
  expect(await recover()).toMatchObject({ checkout_status: status });
  expect(stripe.account.charges.size).toBe(charges);
});

it("an account whose secret Stripe refuses takes no charges, and the check says so", async (context) => {
  const { client, body, stripe, deps, provider, account } = await atStripe(context);
  const refuse = () => stripe.misbehave({ way: "401", when: "before", on: /POST/, times: 9 });
  const examined = async () => {
    const gateway = gatewayOf(await withAccounts(deps, provider.id), account);
    return gateway && (await examineGateway(deps, gateway));
  };
  refuse();
  expectProblem(await client.create(body), 503, "service_unavailable");
  expect(await examined()).toMatchObject({ result: "fail" });
  stripe.behave();
  expect(await examined()).toMatchObject({ result: "pass" });
  expect((await client.create(body)).status).toBe(201);
});
