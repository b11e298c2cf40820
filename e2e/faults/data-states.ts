import { eq, sql } from "drizzle-orm";
import {
  backgroundJob,
  chargeAttempt,
  email,
  event,
  webhookDelivery,
  webhookEndpoint,
} from "../../drizzle/schema";
import { raiseAlert } from "../../lib/db/alerts";
import { dispatchEvents } from "../../lib/events/dispatch";
import { reconcile } from "../../lib/jobs/reconcile";
import { tick } from "../../lib/jobs/tick";
import { newWebhookSecret } from "../../packages/net/signature";
import { orphan, type Place } from "../jobs/place";
import { expectProblem } from "../support/api";
import { orderId, payNowBody } from "../support/bodies";
import { damage } from "../support/damage";
import { payNow, startedPlan } from "../support/scenes";
import { makeEndpoint } from "../webhooks/scene";

/** States of the data in which alerts fire, and what brings each about. */
export const STATES: [title: string, alerts: string[], bring: (place: Place) => Promise<unknown>][] = [
  ["a charge unknown for half an hour", ["ChargeUnknown"], (place) => unknownFor(place, "30 minutes")],
  [
    "a charge unknown for two hours",
    ["ChargeUnknown", "ChargeUnknownForAnHour"],
    (place) => unknownFor(place, "2 hours"),
  ],
  [
    "a charge whose gateway is not configured",
    ["OutcomeUnknownAlertOpen"],
    async ({ client, provider, db, deps }) => {
      await payNow(client, provider, "answer_lost");
      await db.update(chargeAttempt).set({ gateway: "elsewhere", dueAt: sql`now()` });
      await tick(deps);
    },
  ],
  [
    "a charge that nobody asked for",
    ["ChargesDisagree"],
    async (place) => {
      await orphan(place);
      await reconcile(place.deps, new Date());
    },
  ],
  [
    "a debit that failed for a technical reason",
    ["DebitUnexplained"],
    ({ db }) => raiseAlert(db, { kind: "debit_unexplained", reference: "dbt_1", details: {} }, new Date()),
  ],
  [
    "no reconciliation for an hour",
    ["ReconciliationOverdue"],
    ({ db }) => db.update(backgroundJob).set({ reachedAt: sql`now() - interval '1 hour'` }),
  ],
  ["no reconciliation ever", ["ReconciliationOverdue"], ({ db }) => db.delete(backgroundJob)],
  [
    "events that nobody takes up",
    ["EventsWait"],
    async ({ client, provider, db }) => {
      await startedPlan(client, provider);
      await db.update(event).set({ occurredAt: sql`now() - interval '10 minutes'` });
    },
  ],
  [
    "a webhook that is not sent",
    ["DeliveriesWait"],
    async (place) => {
      await listen(place);
      await startedPlan(place.client, place.provider);
      await dispatchEvents(place.deps, () => new Date());
      await place.db.update(webhookDelivery).set({ dueAt: sql`now() - interval '10 minutes'` });
    },
  ],
  [
    "an endpoint that was disabled",
    ["EndpointDisabled"],
    async (place) => {
      const id = await listen(place);
      await place.db
        .update(webhookEndpoint)
        .set({ disabledAt: new Date(), disabledReason: "failing" })
        .where(eq(webhookEndpoint.id, id));
    },
  ],
  [
    "a mail that is not sent",
    ["MailsWait"],
    async (place) => {
      await mailed(place);
      await place.db.update(email).set({ dueAt: sql`now() - interval '20 minutes'` });
    },
  ],
  [
    "a mail that was given up",
    ["MailsFail"],
    async (place) => {
      await mailed(place);
      await place.db.update(email).set({ status: "failed", dueAt: null, finishedAt: new Date() });
    },
  ],
  [
    "a stored response whose key is not set",
    ["SealedValueUnreadable"],
    async ({ client, provider, db }) => {
      const [key, body] = [orderId(), payNowBody(provider)];
      await client.createOnce(key, body);
      await damage(db, "key_missing", "idempotency_key", "sealed_answer");
      expectProblem(await client.createOnce(key, body), 409, "duplicate_order");
    },
  ],
  [
    "browsers that report scripts on a card page",
    ["CardPageContentBlocked"],
    async ({ deps }) => {
      for (let sent = 0; sent < 30; sent++) deps.meters.contentBlocked("portal", "script-src");
    },
  ],
];

async function unknownFor({ client, provider, db }: Place, age: string): Promise<void> {
  await payNow(client, provider, "answer_lost");
  await db.update(chargeAttempt).set({ createdAt: sql`now() - ${age}::interval` });
}

const listen = ({ deps, provider }: Place) =>
  makeEndpoint(deps, provider, { url: "https://receiver.example/hooks", secret: newWebhookSecret() });

async function mailed({ deps, client, provider }: Place): Promise<void> {
  deps.mail = { from: "enrolments@example.com", transport: null };
  await payNow(client, provider);
  await dispatchEvents(deps, () => new Date());
}
