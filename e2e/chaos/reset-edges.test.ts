import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from "vitest";
import { chargeAttempt, enrolment, operatorAlert } from "../../drizzle/schema";
import { transition } from "../../lib/checkout/change";
import { SYSTEM } from "../../lib/checkout/load";
import { resetProvider } from "../../lib/checkout/reset";
import { raiseAlert } from "../../lib/db/alerts";
import { findCheckout } from "../../lib/db/checkouts";
import { applyChange, replaceToken } from "../../lib/db/writes";
import type { Id } from "../../lib/domain/ids";
import { GatewayOutcomeUnknown } from "../../lib/gateway/port";
import { atCard, begin } from "../portal/student";
import { Api, expectProblem } from "../support/api";
import { cardToken } from "../support/bodies";
import { freshSettings } from "../support/fresh";
import { type Here, serveHere } from "../support/here";
import { makeProvider, type TestProvider } from "../support/provider";
import { payNow, startedPlan } from "../support/scenes";

let server: Here;
let provider: TestProvider;
let client: Api;

beforeAll(async () => {
  server = await serveHere(await freshSettings());
});
afterAll(() => server.stop());
beforeEach(async () => {
  provider = await makeProvider({}, server.deps.db);
  client = new Api(server.url, provider.key);
});

it("a checkout whose charge is at a gateway that is not configured stays, and all else goes", async () => {
  const { db } = server.deps;
  const { id } = await payNow(client, provider);
  await db
    .update(chargeAttempt)
    .set({ gateway: "elsewhere" })
    .where(eq(chargeAttempt.providerId, provider.id));
  const other = await startedPlan(client, provider);
  expect(await resetProvider(server.deps, provider.id)).toMatchObject({
    chargesUnderWay: 1,
    deleted: { checkouts: 1 },
  });
  expect((await client.status(id)).status).toBe(200);
  expect((await client.status(other.id)).status).toBe(404);
});

it("a student whose payment is under way keeps the enrolment", async () => {
  const { db } = server.deps;
  const student = await atCard({ over: server.deps, db, college: provider });
  await student.pay(cardToken());
  await begin({ over: server.deps, db, college: provider });
  await db
    .update(chargeAttempt)
    .set({ gateway: "elsewhere" })
    .where(eq(chargeAttempt.providerId, provider.id));
  expect(await resetProvider(server.deps, provider.id)).toMatchObject({ chargesUnderWay: 1 });
  const left = await db.select().from(enrolment).where(eq(enrolment.providerId, provider.id));
  expect(left).toHaveLength(1);
  expect(await student.view()).toMatchObject({ step: "done" });
});

it("a gateway that does not answer in time is a 503", async () => {
  await payNow(client, provider);
  const { deps } = server;
  const before = deps.sandboxExtras;
  const extras = before.get(deps.gateway.id)!;
  const forgetCharges = () => Promise.reject(new GatewayOutcomeUnknown("No answer"));
  deps.sandboxExtras = new Map([[deps.gateway.id, { ...extras, forgetCharges }]]);
  onTestFinished(() => {
    deps.sandboxExtras = before;
  });
  expectProblem(await client.post("/v1/sandbox/reset"), 503, "service_unavailable");
});

it("what an operator was told of sealed values stays, and what was told of charges goes", async () => {
  const { db } = server.deps;
  const details = { provider_id: provider.id };
  for (const kind of ["sealed_value_unreadable", "missing_charge"] as const)
    await raiseAlert(db, { kind, reference: provider.id, details }, new Date());
  await resetProvider(server.deps, provider.id);
  const left = await db.select().from(operatorAlert).where(eq(operatorAlert.reference, provider.id));
  expect(left.map(({ kind }) => kind)).toEqual(["sealed_value_unreadable"]);
});

it("a write to a checkout that is gone since it was read says so", async () => {
  const { db } = server.deps;
  const { id } = await startedPlan(client, provider);
  const record = (await findCheckout(db, provider.id, id as Id<"chk">))!;
  const { change } = transition(server.deps, record, "cancel", SYSTEM, new Date());
  await resetProvider(server.deps, provider.id);
  expect(await applyChange(db, record, change)).toBe(false);
  expect(await replaceToken(db, record.checkout, new Uint8Array(32), new Date())).toBe(false);
});
