import { randomBytes } from "node:crypto";
import { and, asc, eq } from "drizzle-orm";
import { inject, onTestFinished } from "vitest";
import { checkout, event, webhookAttempt, webhookDelivery, webhookEndpoint } from "../../drizzle/schema";
import type { Db } from "../../lib/db/client";
import { type Id, newId } from "../../lib/domain/ids";
import { deliverDue } from "../../lib/events/deliver";
import { sealWebhookSecret } from "../../lib/events/secret";
import { type JobDeps, tick } from "../../lib/jobs/tick";
import { newWebhookSecret } from "../../packages/net/signature";
import { makeDatabase } from "../support/database";
import { depsHere } from "../support/here";
import { makeProvider, type TestProvider } from "../support/provider";
import { settingsOf } from "../support/stack";
import { type Receiver, startReceiver } from "./receiver";

export const appKeys = `1:${randomBytes(32).toString("base64")}`;

export type Scene = Awaited<ReturnType<typeof makeScene>>;

/** A database of the test's own with a provider, and background work over it whose clock the test sets. */
export async function makeScene({ workers = 1 } = {}) {
  const databaseUrl = await makeDatabase(inject("cluster"));
  const all = Array.from({ length: workers }, () => depsOver(databaseUrl));
  onTestFinished(async () => {
    await Promise.all(all.map((deps) => deps.close()));
  });
  const deps = all[0]!;
  const provider = await makeProvider({}, deps.db);
  const checkoutId = await makeCheckout(provider, deps.db);
  let sequence = 0;
  return {
    databaseUrl,
    deps,
    workers: all as readonly JobDeps[],
    db: deps.db,
    provider,
    /** Events of one checkout, in order. */
    async happen(count: number, at = new Date()) {
      const rows = Array.from({ length: count }, () => eventRow(provider, checkoutId, ++sequence, at));
      for (let from = 0; from < count; from += 1000)
        await deps.db.insert(event).values(rows.slice(from, from + 1000));
      return rows.map(({ id }) => id);
    },
    /** A receiver and the endpoint that names it. */
    async listen(changes: Partial<typeof webhookEndpoint.$inferInsert> = {}) {
      const secret = newWebhookSecret();
      const receiver = await startReceiver(secret);
      onTestFinished(() => receiver.stop());
      const endpoint = await makeEndpoint(deps, provider, { url: receiver.url, secret, ...changes });
      return { receiver, endpoint, secret };
    },
    /** All background work that is due, under a clock that goes on from there. */
    tick: (now = new Date()) => tick(deps, now),
    /** Deliveries alone, all at one instant. */
    deliver: (now = new Date()) =>
      deliverDue(
        deps,
        () => now,
        () => true,
      ),
    deliveries: (endpoint?: Id<"whe">) =>
      deps.db
        .select()
        .from(webhookDelivery)
        .where(
          and(
            eq(webhookDelivery.providerId, provider.id),
            endpoint && eq(webhookDelivery.endpointId, endpoint),
          ),
        )
        .orderBy(asc(webhookDelivery.dueAt), asc(webhookDelivery.id)),
    attempts: () =>
      deps.db
        .select()
        .from(webhookAttempt)
        .orderBy(asc(webhookAttempt.startedAt), asc(webhookAttempt.number)),
    async endpoint(id: Id<"whe">) {
      const [row] = await deps.db.select().from(webhookEndpoint).where(eq(webhookEndpoint.id, id));
      return row!;
    },
  };
}

/** Longer than any test: a receiver that is held up is given up by nobody. */
const TIMEOUT_MS = 600_000;

export function depsOver(databaseUrl: string) {
  const deps = depsHere({
    ...settingsOf(databaseUrl, appKeys, "x".repeat(24)),
    DATABASE_POOL_SIZE: "5",
    WEBHOOK_ALLOW_LOOPBACK: "on",
  });
  return { ...deps, webhooks: { ...deps.webhooks, timeoutMs: TIMEOUT_MS } };
}

type SealedSecret = { url: string; secret: string } & Partial<typeof webhookEndpoint.$inferInsert>;

export async function makeEndpoint(
  { db, vault }: Pick<JobDeps, "db" | "vault">,
  provider: TestProvider,
  { secret, ...row }: SealedSecret,
): Promise<Id<"whe">> {
  const id = newId("whe");
  const sealed = sealWebhookSecret(vault, id, secret);
  const now = new Date();
  await db.insert(webhookEndpoint).values({
    providerId: provider.id,
    id,
    eventTypes: [],
    secretSealed: sealed.bytes,
    secretKeyVersion: sealed.keyVersion,
    createdAt: now,
    updatedAt: now,
    ...row,
  });
  return id;
}

/** Delivers until the test is over, when each of these receivers answers what it still holds. */
export function keepDelivering({ deps }: Pick<Scene, "deps">, holding: readonly Receiver[]): void {
  let isOver = false;
  const working = deliverDue(
    deps,
    () => new Date(),
    () => !isOver,
  );
  onTestFinished(async () => {
    isOver = true;
    for (const receiver of holding) receiver.letGo();
    await working;
  });
}

/** A checkout that is over: its events are what a test is about. */
async function makeCheckout(provider: TestProvider, db: Db): Promise<Id<"chk">> {
  const id = newId("chk");
  await db.insert(checkout).values({
    providerId: provider.id,
    id,
    providerOrderId: `ORD-${id}`,
    firstName: "Amelia",
    lastName: "Nguyen",
    email: "amelia@example.com",
    emailLower: "amelia@example.com",
    courseName: "Certificate IV in Bookkeeping",
    coursePriceCents: 150_000,
    financedCents: 150_000,
    depositCents: 0,
    paymentType: "upfront_payment",
    paymentFrequency: "Upfront",
    numberOfInstalments: 1,
    instalmentCents: 150_000,
    firstPaymentDate: "2027-01-01",
    checkoutStatus: "Payment Failed",
    authorisationStatus: "Failed",
    tokenSha256: randomBytes(32),
    lastSequence: 1,
    createdAt: new Date(),
    updatedAt: new Date(),
  });
  return id;
}

const eventRow = (provider: TestProvider, checkoutId: Id<"chk">, sequence: number, occurredAt: Date) => ({
  providerId: provider.id,
  checkoutId,
  sequence,
  id: newId("evt"),
  type: "card_payment.failed" as const,
  data: { checkout: { checkout_id: checkoutId }, student: { first_name: "Amélia" } },
  actor: "system",
  occurredAt,
});

export type { Receiver };
