import { and, eq } from "drizzle-orm";
import { expect } from "vitest";
import { chargeAttempt, checkout, event } from "../../drizzle/schema";
import type { Id } from "../../lib/domain/ids";
import type { Answer } from "./answer";
import type { Api } from "./api";
import type { Body } from "./bodies";
import { database, type TestProvider } from "./provider";

/** The amounts that the gateway says it charged for an order. */
export async function chargedFor(client: Api, body: Body): Promise<number[]> {
  const charges = await client.charges(body.provider.provider_order_id);
  return charges.body.data
    .filter((charge: { status: string }) => charge.status === "succeeded")
    .map((charge: { amount: number }) => charge.amount);
}

export const checkoutIdOf = (answer: Answer): string =>
  answer.body.checkout?.checkout_id ?? answer.body.checkout_id;

/** A provider's checkouts for the order of a body, newest first. */
export async function checkoutsFor(client: Api, body: Body): Promise<Body[]> {
  const { provider_order_id } = body.provider;
  const listed = await client.get(
    `/v1/provider-checkouts?limit=100&provider_order_id=${encodeURIComponent(provider_order_id)}`,
  );
  return listed.body.data;
}

/** The answer of create again: the same status and bytes, and the header that says so. */
export function expectReplay(again: Answer, first: Answer): void {
  expect(again.status).toBe(first.status);
  expect(again.headers.get("idempotent-replayed")).toBe("true");
  expect(again.headers.get("content-type")).toBe(first.headers.get("content-type"));
  expect(again.headers.get("location")).toBe(first.headers.get("location"));
  expect(Buffer.from(again.bytes).equals(Buffer.from(first.bytes)), "the same bytes").toBe(true);
}

export function expectFresh(answer: Answer, status: number): void {
  expect({ status: answer.status, replayed: answer.headers.get("idempotent-replayed") }, answer.text).toEqual(
    {
      status,
      replayed: null,
    },
  );
}

/** What was told of a checkout, in order. */
export async function eventsOf(checkoutId: string, db = database()): Promise<string[]> {
  const rows = await db
    .select({ sequence: event.sequence, type: event.type })
    .from(event)
    .where(eq(event.checkoutId, checkoutId as Id<"chk">))
    .orderBy(event.sequence);
  expect(rows.map((row) => row.sequence)).toEqual(rows.map((_, index) => index + 1));
  return rows.map((row) => row.type);
}

/** The attempt at charging an order, once the database has it. */
export async function attemptOf(provider: TestProvider, body: Body, db = database()) {
  const [row] = await db
    .select({ checkoutId: chargeAttempt.checkoutId, id: chargeAttempt.id, status: chargeAttempt.status })
    .from(chargeAttempt)
    .innerJoin(checkout, eq(checkout.id, chargeAttempt.checkoutId))
    .where(
      and(
        eq(checkout.providerId, provider.id),
        eq(checkout.providerOrderId, body.provider.provider_order_id),
      ),
    );
  return row;
}

/** Makes an attempt due for recovery now, where a test need not wait; or later, where it needs time to look. */
export async function makeDue(attemptId: string, db = database(), inSeconds = -1): Promise<void> {
  await db
    .update(chargeAttempt)
    .set({ dueAt: new Date(Date.now() + inSeconds * 1_000) })
    .where(eq(chargeAttempt.id, attemptId as Id<"cat">));
}
