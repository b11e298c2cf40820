import { and, eq } from "drizzle-orm";
import { expect, it, type TestContext } from "vitest";
import { chargeAttempt, gatewayAccount } from "../../drizzle/schema";
import { listAlerts } from "../../lib/db/alerts";
import { rotate } from "../../lib/gateway/set-up";
import { jobsPlace } from "../jobs/place";
import { makeAccount } from "../support/accounts";
import { expectProblem } from "../support/api";
import { attemptOf } from "../support/charges";
import { damage } from "../support/damage";
import { PINCH_SIGNED, postEvent } from "../support/processor-events";
import { payNow } from "../support/scenes";

const [SECRET, WEBHOOK] = ["the-secret-of-the-account", "the-secret-of-its-webhooks"];
const post = postEvent(WEBHOOK);

/** A charge at Stripe whose outcome is not known, and a way to post events about it. */
async function scene(context: TestContext, kind: "stripe" | "pinch" = "stripe") {
  const place = await jobsPlace(context);
  const { db, deps, provider } = place;
  const account = await makeAccount(deps, provider, [SECRET, WEBHOOK]);
  await db.update(gatewayAccount).set({ kind });
  const { body } = await payNow(place.client, provider, "answer_lost");
  const attempt = (await attemptOf(provider, body, db))!;
  const isIt = and(eq(chargeAttempt.providerId, provider.id), eq(chargeAttempt.id, attempt.id));
  const set = {
    gateway: account.id,
    gatewayReference: "pi_3PaidForTheCourse",
    dueAt: new Date(Date.now() + 3_600_000),
  };
  await db.update(chargeAttempt).set(set).where(isIt);
  const isDue = async () => {
    const [row] = await db.select().from(chargeAttempt).where(isIt);
    return row!.dueAt! <= new Date();
  };
  return { place, account, attempt, isIt, isDue };
}

const about = (id: string, more: object = {}) => ({
  id,
  livemode: false,
  data: { object: { id: "pi_3PaidForTheCourse" } },
  ...more,
});

it("a signed event makes the charge that it names due at once, and the same event again does nothing", async (context) => {
  const { place, account, isIt, isDue } = await scene(context);
  expect(await isDue()).toBe(false);
  expect(await post(place, account.id, about("evt_1"))).toMatchObject({
    status: 200,
    body: { is_new: true },
  });
  expect(await isDue()).toBe(true);
  await place.db
    .update(chargeAttempt)
    .set({ dueAt: new Date(Date.now() + 3_600_000) })
    .where(isIt);
  expect(await post(place, account.id, about("evt_1"))).toMatchObject({
    status: 200,
    body: { is_new: false },
  });
  expect(await isDue()).toBe(false);
  await rotate(place.db, place.deps.vault, account, "whsec_itsNextWebhookSecret", true);
  expect((await post(place, account.id, about("evt_2"))).body).toMatchObject({ is_new: true });
});

it("a signing secret that does not open leaves the other one in use, and an operator is told", async (context) => {
  const { place, account } = await scene(context);
  await rotate(place.db, place.deps.vault, account, "whsec_itsNextWebhookSecret", true);
  await damage(place.db, "altered", "gateway_account", "webhook_secret_sealed", "webhook_secret_key_version");
  expect((await post(place, account.id, about("evt_1"))).body).toMatchObject({ is_new: true });
  expect(await listAlerts(place.db, { all: false })).toMatchObject([
    { kind: "sealed_value_unreadable", details: { what: "processor webhook secrets" } },
  ]);
});

it("an event of Pinch names the charge in the metadata that we wrote", async (context) => {
  const { place, account, attempt, isDue } = await scene(context, "pinch");
  const metadata = JSON.stringify({ checkout: "provider-checkout", key: attempt.id });
  const event = { id: "evt_1", type: "realtime-payment", data: { payment: { id: "pmt_1", metadata } } };
  expectProblem(await post(place, account.id, event), 400, "invalid_signature");
  expect(await post(place, account.id, event, PINCH_SIGNED)).toMatchObject({
    status: 200,
    body: { is_new: true },
  });
  expect(await isDue()).toBe(true);
});

it("forged, old, future, other-mode and unreadable events are refused and wake nothing", async (context) => {
  const { place, account, isDue } = await scene(context);
  const refused = [
    await post(place, account.id, about("evt_1"), { secret: "somebody-else's-secret" }),
    await post(place, account.id, about("evt_1"), { ago: 400 }),
    await post(place, account.id, about("evt_1"), { ago: -400 }),
    await post(place, account.id, about("evt_1", { livemode: true })),
    await post(place, account.id, { data: "pi_3PaidForTheCourse" }),
    await post(place, account.id, about("evt_\u0000")),
    await post(place, account.id, about("evt_\ud800")),
    await post(place, "gwa_01m8cx4wkaen99qwdzbhhp14p1", about("evt_1")),
  ];
  expect(refused.map(({ status, body: { code } }) => [status, code])).toEqual([
    [400, "invalid_signature"],
    [400, "invalid_signature"],
    [400, "invalid_signature"],
    [400, "malformed_request"],
    [400, "invalid_json"],
    [400, "invalid_json"],
    [400, "invalid_json"],
    [404, "not_found"],
  ]);
  expect(await isDue()).toBe(false);
});

it("an event about a charge whose request is still in progress leaves it to the request", async (context) => {
  const { place, account, isIt, isDue } = await scene(context);
  await place.db.update(chargeAttempt).set({ status: "started" }).where(isIt);
  expect((await post(place, account.id, about("evt_1"))).status).toBe(200);
  expect(await isDue()).toBe(false);
});
