import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from "vitest";
import { listAlerts, resolveAlert } from "../../lib/db/alerts";
import { reconcile } from "../../lib/jobs/reconcile";
import { tick } from "../../lib/jobs/tick";
import { createSandboxGateway } from "../../packages/sandbox-gateway/gateway";
import { checkIntegrity } from "../../tools/integrity/check";
import { Api, expectProblem } from "../support/api";
import { type Body, cardToken, merge, payNowBody } from "../support/bodies";
import { attemptOf, chargedFor, checkoutsFor, makeDue } from "../support/charges";
import { makeDatabase } from "../support/database";
import { settingsOver } from "../support/fresh";
import { createGatewayServer } from "../support/gateway-server";
import { type Here, serveHere } from "../support/here";
import { listening } from "../support/listening";
import { misbehavingGateway, type Spoiled, WAYS, type When } from "../support/misbehaving-gateway";
import { database, makeProvider, type TestProvider } from "../support/provider";

const SECRET = "the-secret-of-this-gateway";
const CASES = Object.keys(WAYS).flatMap((way) =>
  (["before", "after"] as const).map((when) => ({ way, when })),
);

let here: Here;
let other: Here;
let between: Awaited<ReturnType<typeof misbehavingGateway>>;
let provider: TestProvider;
let client: Api;
const closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  const databaseUrl = await makeDatabase(inject("cluster"));
  const gateway = createSandboxGateway(database(databaseUrl));
  const server = await listening(createGatewayServer(gateway, SECRET, gateway));
  between = await misbehavingGateway(server.url);
  const settings = {
    ...settingsOver(databaseUrl),
    GATEWAY_URL: between.url,
    GATEWAY_SECRET: SECRET,
    // Ends what hangs and drips.
    GATEWAY_TIMEOUT_MS: "2000",
  };
  here = await serveHere(settings);
  other = await serveHere(settings);
  provider = await makeProvider({}, here.deps.db);
  client = new Api(here.url, provider.key);
  closing.push(here.stop, other.stop, between.stop, server.stop);
});
afterAll(async () => {
  for (const close of closing) await close();
});
afterEach(() => between.behave());

const withCard = (body: Body) => merge(body, { card_payment: { token: cardToken("amex") } });

/** The outcome that recovery finds once the gateway behaves, held against what the gateway charged. */
async function endsWell(body: Body) {
  between.behave();
  const attempt = await attemptOf(provider, body, here.deps.db);
  if (attempt) await makeDue(attempt.id, here.deps.db);
  await tick(here.deps, new Date());
  const [checkout] = await checkoutsFor(client, body);
  const charged = await chargedFor(client, body);
  expect(charged.length).toBeLessThanOrEqual(1);
  if (checkout)
    expect(checkout.checkout_status).toBe(charged.length === 1 ? "Payment Processing" : "Payment Failed");
  // Whoever was not charged pays now, and nobody pays twice.
  const again = await client.create(withCard(body));
  expect(again.status, again.text).toBe(charged.length === 1 ? 409 : 201);
  expect(await chargedFor(client, body)).toEqual([1500]);
}

async function isSound() {
  const verdicts = await checkIntegrity(here.deps);
  expect(verdicts.filter(({ violations }) => violations > 0)).toEqual([]);
}

describe.each(CASES)("a gateway that misbehaves by $way, $when it works", ({ way, when }) => {
  it("at a create: nobody is told that an order is paid or failed which is not", async () => {
    const body = payNowBody(provider);
    between.misbehave(way, when, "charges");
    const answer = await client.createOnce(body.provider.provider_order_id, body);
    expect(answer.status, answer.text).toBe(way === "repeated" ? 201 : 202);
    if (way !== "repeated")
      expect(answer.body.card_payment).toMatchObject({ success: false, status: "pending" });
    await endsWell(body);
    await isSound();
  });

  it("at recovery: what it says then is not believed", async () => {
    for (const lost of ["before", "after"] as const) {
      const body = payNowBody(provider);
      between.misbehave("reset", lost, "charges");
      expect((await client.create(body)).status).toBe(202);
      const attempt = await attemptOf(provider, body, here.deps.db);
      if (!attempt) throw new Error("No attempt was recorded");
      await makeDue(attempt.id, here.deps.db);
      between.misbehave(way, when, "questions");
      await tick(here.deps, new Date());
      const [checkout] = await checkoutsFor(client, body);
      if (way !== "repeated") expect(checkout?.checkout_status).toBe("Payment Pending");
      await endsWell(body);
    }
    await isSound();
  });

  it("at reconciliation: it raises no false alert", async () => {
    const body = payNowBody(provider);
    expect((await client.create(body)).status).toBe(201);
    between.misbehave(way, when, "questions");
    await reconcile(here.deps, new Date()).catch(() => {});
    between.behave();
    await reconcile(here.deps, new Date());
    const kinds = (await listAlerts(here.deps.db, { all: false })).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === "orphan_charge" || kind === "missing_charge")).toEqual([]);
  });
});

describe.each(["401", "403"])("after a %s", (way) => {
  it.each<When>(["before", "after"])(
    "at most one order waits, however many come (%s it works)",
    async (when) => {
      const bodies = [payNowBody(provider), payNowBody(provider), payNowBody(provider)];
      const refuseAll = (of: Spoiled) => between.misbehave(way, when, of);
      // Resolving it once silences no later refusal.
      for (const { id } of await listAlerts(here.deps.db, { all: false }))
        await resolveAlert(here.deps.db, id, "operator", new Date());
      refuseAll("charges");
      const [first, ...others] = bodies;
      if (!first) throw new Error("There are orders");
      expect((await client.create(first)).status).toBe(202);
      refuseAll("questions");
      for (const body of others) {
        expectProblem(await client.create(body), 503, "service_unavailable");
        expect(await checkoutsFor(client, body)).toEqual([]);
      }
      const kinds = (await listAlerts(here.deps.db, { all: false })).map(({ kind }) => kind);
      expect(kinds).toContain("gateway_refused_us");
      // A process that was refused nothing itself, such as one that was started again.
      const elsewhere = new Api(other.url, provider.key);
      for (const body of others) expectProblem(await elsewhere.create(body), 503, "service_unavailable");
      between.behave();
      expect((await elsewhere.create(payNowBody(provider))).status).toBe(201);
      for (const body of others) expect((await client.create(body)).status).toBe(201);
      await endsWell(first);
      for (const body of bodies) expect(await chargedFor(client, body)).toEqual([1500]);
      await isSound();
    },
  );

  it.each<When>(["before", "after"])(
    "each of those that were in flight settles once the credentials work again (%s it works)",
    async (when) => {
      const bodies = Array.from({ length: 5 }, () => payNowBody(provider));
      between.misbehave(way, when, "charges", bodies.length);
      const answers = await Promise.all(bodies.map((body) => client.create(body)));
      expect(answers.map(({ status }) => status)).toEqual(bodies.map(() => 202));
      const dueNow = async () => {
        for (const body of bodies) {
          const attempt = await attemptOf(provider, body, here.deps.db);
          if (attempt) await makeDue(attempt.id, here.deps.db);
        }
        return tick(here.deps, new Date());
      };
      between.misbehave(way, when, "questions");
      expect(await dueNow()).toMatchObject({ recovered: 0 });
      between.behave();
      expect(await dueNow()).toMatchObject({ recovered: bodies.length });
      const isCharged = when === "after";
      for (const body of bodies) {
        const [checkout] = await checkoutsFor(client, body);
        expect(checkout?.checkout_status).toBe(isCharged ? "Payment Processing" : "Payment Failed");
        expect(await chargedFor(client, body)).toEqual(isCharged ? [1500] : []);
        await endsWell(body);
      }
      await isSound();
    },
  );
});
