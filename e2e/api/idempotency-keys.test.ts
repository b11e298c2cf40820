import { eq, sql } from "drizzle-orm";
import { afterAll, expect, inject, it } from "vitest";
import { keyedRequest, provider as providers } from "../../drizzle/schema";
import { operationsOf } from "../../lib/api/operations";
import { newId } from "../../lib/domain/ids";
import { makeAccount } from "../support/accounts";
import type { Answer } from "../support/answer";
import { Api, expectProblem } from "../support/api";
import { type Body, confirmBody, daysAhead, orderId, planBody } from "../support/bodies";
import { expectReplay } from "../support/charges";
import { signedPlan } from "../support/collection";
import { makeDatabase } from "../support/database";
import { serveHere } from "../support/here";
import { until } from "../support/poll";
import { makeProvider } from "../support/provider";
import { authorisedPlan, payNow, startedPlan } from "../support/scenes";
import { settingsOf } from "../support/stack";
import { ENDPOINTS, makeEndpoint, NOWHERE } from "../support/webhooks";

const { appKeys, jobsSecret } = inject("stack");
const here = await serveHere(settingsOf(await makeDatabase(inject("cluster")), appKeys, jobsSecret));
afterAll(here.stop);
const { db } = here.deps;

/** A provider of the test's own whose account collects plans. */
async function newService() {
  const provider = await makeProvider({}, db);
  await makeAccount(here.deps, provider, ["unused-secret"]);
  const keys = () => db.select().from(keyedRequest).where(eq(keyedRequest.providerId, provider.id));
  return { provider, client: new Api(here.url, provider.key), keys };
}
type Service = Awaited<ReturnType<typeof newService>>;

interface Request {
  path: string;
  body?: Body;
}

interface Case extends Request {
  /** Another request of the same operation; absent where there is none. */
  other?: Partial<Request>;
  /** One that is refused after its key was read; absent where none is. */
  refused?: Partial<Request>;
}

const ONE = "/v1/provider-checkouts";
const withId = (path: string, id: string) => path.replace("{id}", id);

/** An operation on a checkout, and the same on others: of another that is there, and of one that is not. */
async function onCheckout(service: Service, path: string, body?: Body): Promise<Case> {
  const { client, provider } = service;
  const [one, another] = [await startedPlan(client, provider), await startedPlan(client, provider)];
  return {
    path: withId(path, one.id),
    body,
    other: { path: withId(path, another.id) },
    refused: { path: withId(path, newId("chk")) },
  };
}

async function onEndpoint({ client }: Service, path: string, body: Body, other: Body): Promise<Case> {
  const { endpoint_id } = await makeEndpoint(client);
  return {
    path: `${ENDPOINTS}/${endpoint_id}${path}`,
    body,
    other: { body: other },
    refused: { path: `${ENDPOINTS}/${newId("whe")}${path}` },
  };
}

const quoted = (first_payment_date: string) => ({
  pricing: { course_price: 1500, amount_to_finance: 1500 },
  plan: { payment_frequency: "Monthly", number_of_instalments: 3, first_payment_date },
});

/** A request of each POST. Whoever adds an operation adds one. */
const CASES: Record<string, (service: Service) => Promise<Case>> = {
  async createCheckout({ provider }) {
    const body = planBody(provider);
    const past = { ...body, plan: { ...body.plan, first_payment_date: daysAhead(-3) } };
    const other = { ...body, student: { ...body.student, first_name: "Another" } };
    return { path: ONE, body, other: { body: other }, refused: { body: past } };
  },
  quotePlan: async () => ({
    path: "/v1/quotes",
    body: quoted(daysAhead(14)),
    other: { body: quoted(daysAhead(15)) },
    refused: { body: quoted(daysAhead(-3)) },
  }),
  async confirmCheckout({ client, provider }) {
    const { id, answer } = await authorisedPlan(client, provider);
    const body = confirmBody(answer.body);
    const differs = confirmBody(answer.body, { payment: { first_payment_date: daysAhead(300) } });
    const path = `${ONE}/${id}/confirm`;
    return { path, body, other: { body: differs }, refused: { body: differs } };
  },
  cancelCheckout: (service) => onCheckout(service, `${ONE}/{id}/cancel`),
  issueCheckoutToken: (service) => onCheckout(service, `${ONE}/{id}/checkout-token`),
  async changePaymentPlan(service) {
    const { id } = await signedPlan(service);
    return {
      path: `${ONE}/${id}/payment-plan/changes`,
      body: { kind: "new_account" },
      other: { body: { kind: "new_account", preview: true } },
      refused: { body: { kind: "retry", number: 1, date: daysAhead(30) } },
    };
  },
  async requestRefund({ client, provider }) {
    const { id } = await payNow(client, provider);
    const refund = (amount: number) => ({ amount, reason: "The student withdrew." });
    const path = `${ONE}/${id}/refunds`;
    return { path, body: refund(100), other: { body: refund(200) }, refused: { body: refund(9000) } };
  },
  async createWebhookEndpoint() {
    const other = { url: NOWHERE, description: "Another" };
    return { path: ENDPOINTS, body: { url: NOWHERE }, other: { body: other } };
  },
  updateWebhookEndpoint: (service) => onEndpoint(service, "", { description: "One" }, { description: null }),
  rotateWebhookSecret: (service) =>
    onEndpoint(service, "/rotate-secret", { overlap_hours: 1 }, { overlap_hours: 2 }),
  testWebhookEndpoint: (service) =>
    onEndpoint(service, "/test", { event_type: "checkout.created" }, { event_type: "checkout.expired" }),
  replayWebhookEvents: (service) =>
    onEndpoint(service, "/replay", { since: "2026-11-20T00:00:00Z" }, { since: "2026-11-21T00:00:00Z" }),
  authoriseDirectDebitInSandbox: (service) =>
    onCheckout(service, "/v1/sandbox/provider-checkouts/{id}/authorise-direct-debit"),
  expireInSandbox: (service) => onCheckout(service, "/v1/sandbox/provider-checkouts/{id}/expire"),
  resetInSandbox: async () => ({ path: "/v1/sandbox/reset" }),
  advanceSandboxClock: async () => ({
    path: "/v1/sandbox/clock",
    body: { advance_days: 1 },
    other: { body: { advance_days: 2 } },
  }),
};

const keyed = ({ client }: Service, key: string, { path, body }: Request): Promise<Answer> =>
  client.post(path, body, { headers: { "Idempotency-Key": key } });

const POSTS = operationsOf("sandbox").filter(
  ({ method, internal, access, successor }) =>
    method === "POST" && !internal && access === "key" && !successor,
);

it("every POST with a key takes an Idempotency-Key", () => {
  expect(POSTS.map(({ id }) => id).sort()).toEqual(Object.keys(CASES).sort());
  expect(POSTS.filter(({ idempotent }) => !idempotent)).toEqual([]);
});

it.each(POSTS.map(({ id }) => id))("%s runs once for its key", async (id) => {
  const service = await newService();
  const { other, refused, ...request } = await CASES[id]!(service);
  const key = orderId();
  for (const malformed of ["", "x".repeat(256), "4111 1111 1111 1111"])
    expectProblem(await keyed(service, malformed, request), 400, "invalid_idempotency_key");
  // A refusal leaves the key to another request.
  if (refused) {
    const refusal = await keyed(service, key, { ...request, ...refused });
    expect(refusal.status, refusal.text).toBeGreaterThanOrEqual(400);
    expect(refusal.status, refusal.text).toBeLessThan(500);
  }
  const atOnce = await Promise.all([1, 2, 3].map(() => keyed(service, key, request)));
  const done = atOnce.filter(({ status }) => status < 300);
  for (const answer of atOnce)
    if (answer.status >= 300) expectProblem(answer, 409, "idempotency_in_progress");
  const first = done.find(({ headers }) => headers.get("idempotent-replayed") === null);
  expect(first, atOnce[0]!.text).toBeDefined();
  for (const answer of done) if (answer !== first) expectReplay(answer, first!);
  expectReplay(await keyed(service, `"${key}"`, request), first!);
  if (other) {
    const another = { ...request, ...other };
    expectProblem(await keyed(service, key, another), 422, "idempotency_key_reused");
    expectReplay(await keyed(service, key, request), first!);
  }
});

it("a key belongs to one operation, by v1 and by its legacy path", async () => {
  const service = await newService();
  const { client, provider } = service;
  const { id, answer } = await authorisedPlan(client, provider);
  const key = orderId();
  const body = confirmBody(answer.body);
  const first = await keyed(service, key, { path: `${ONE}/${id}/confirm`, body });
  expect(first.status, first.text).toBe(200);
  expectReplay(await keyed(service, key, { path: "/api/provider-checkout-confirm", body }), first);
  const elsewhere = await keyed(service, key, { path: ENDPOINTS, body: { url: NOWHERE } });
  expect([elsewhere.status, elsewhere.headers.get("idempotent-replayed")]).toEqual([201, null]);
});

it("a response says again which fields were ignored", async () => {
  const service = await newService();
  const request = { path: ENDPOINTS, body: { url: NOWHERE, colour: "blue" } };
  const first = await keyed(service, "warned", request);
  expect(first.body.warnings).toMatchObject([{ pointer: "/colour" }]);
  expectReplay(await keyed(service, "warned", { path: ENDPOINTS, body: { url: NOWHERE } }), first);
});

it("the key of a process that died is free once its lease is over, and a reset forgets the others", async () => {
  const service = await newService();
  const request = { path: ENDPOINTS, body: { url: NOWHERE } };
  const first = await keyed(service, "died", request);
  // As if it had died before it was done.
  const change = (row: object) =>
    db.update(keyedRequest).set(row).where(eq(keyedRequest.providerId, service.provider.id));
  await change({ leaseUntil: sql`now() + interval '1 hour'`, keyVersion: null, sealedAnswer: null });
  const waiting = await keyed(service, "died", request);
  expectProblem(waiting, 409, "idempotency_in_progress");
  expect(Number(waiting.headers.get("retry-after"))).toBeGreaterThan(0);
  await change({ leaseUntil: sql`now()` });
  const again = await keyed(service, "died", request);
  expect([again.status, again.headers.get("idempotent-replayed")]).toEqual([201, null]);
  expect(again.body.endpoint_id).not.toBe(first.body.endpoint_id);
  const reset = await keyed(service, "reset", { path: "/v1/sandbox/reset" });
  expect((await service.keys()).map(({ key }) => key)).toEqual(["reset"]);
  expectReplay(await keyed(service, "reset", { path: "/v1/sandbox/reset" }), reset);
});

it("a process that wakes up after another took its key has no effect", async () => {
  const service = await newService();
  const { client, provider } = service;
  const request = { path: ENDPOINTS, body: { url: NOWHERE } };
  let late: Promise<Answer> | undefined;
  await db.transaction(async (tx) => {
    await tx.select().from(providers).where(eq(providers.id, provider.id)).for("no key update");
    late = keyed(service, "late", request);
    await until("the key is claimed", async () => (await service.keys()).length > 0);
    await db
      .update(keyedRequest)
      .set({ requestId: newId("req") })
      .where(eq(keyedRequest.providerId, provider.id));
  });
  expectProblem((await late)!, 409, "idempotency_in_progress");
  expect((await client.get(ENDPOINTS)).body.data).toEqual([]);
});
