import { and, eq, gt, inArray, sql } from "drizzle-orm";
import { expect } from "vitest";
import {
  agreement,
  chargeAttempt,
  checkout,
  event,
  idempotencyKey,
  OPEN_ATTEMPTS,
  opportunity,
} from "../../drizzle/schema";
import { gatewayCharge } from "../../drizzle/schema/sandbox-gateway";
import { sealedBankPage } from "../../lib/checkout/bank-page";
import { createVault } from "../../lib/crypto/vault";
import type { Db } from "../../lib/db/client";
import type { Id } from "../../lib/domain/ids";
import type { Answer } from "./answer";
import { type Api, expectProblem } from "./api";
import type { Body } from "./bodies";
import { farAhead, longAgo } from "./moments";
import { until } from "./poll";
import { database, type TestProvider } from "./provider";
import { sharedStack } from "./shared";

/** The amounts that the gateway says it charged for an order, the first charge first. */
export async function chargedFor(client: Api, body: Body): Promise<number[]> {
  const charges = await client.charges(body.provider.provider_order_id);
  return charges.body.data
    .filter((charge: { status: string }) => charge.status === "succeeded")
    .map((charge: { amount: number }) => charge.amount)
    .reverse();
}

export { checkoutIdOf } from "./answer";

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

/** Exactly one answer is the first; the rest replay it or say that it is under way. */
export function expectOneWinner(answers: Answer[]): Answer {
  const [winner, ...more] = answers.filter(
    (answer) => answer.status === 201 && answer.headers.get("idempotent-replayed") === null,
  );
  expect(more).toEqual([]);
  for (const answer of answers) {
    if (answer === winner) continue;
    if (answer.status === 201) expectReplay(answer, winner!);
    else {
      expectProblem(answer, 409, "idempotency_in_progress");
      expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    }
  }
  return winner!;
}

/** The agreements that a checkout has; there should never be a second one. */
export const agreementsOf = (checkoutId: string) =>
  database()
    .select({ id: agreement.id })
    .from(agreement)
    .where(eq(agreement.checkoutId, checkoutId as Id<"chk">));

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
    .select({
      checkoutId: chargeAttempt.checkoutId,
      id: chargeAttempt.id,
      gateway: chargeAttempt.gateway,
      status: chargeAttempt.status,
      recoveries: chargeAttempt.recoveries,
      leaseUntil: chargeAttempt.leaseUntil,
    })
    .from(chargeAttempt)
    .innerJoin(
      checkout,
      and(eq(checkout.providerId, chargeAttempt.providerId), eq(checkout.id, chargeAttempt.checkoutId)),
    )
    .where(
      and(
        eq(checkout.providerId, provider.id),
        eq(checkout.providerOrderId, body.provider.provider_order_id),
      ),
    );
  return row;
}

/** What is waited for: an outcome that is known by now has no time at which it is due. */
const isOpen = (attemptId: string) =>
  and(eq(chargeAttempt.id, attemptId as Id<"cat">), inArray(chargeAttempt.status, [...OPEN_ATTEMPTS]));

/**
 * Makes an attempt due for recovery now, where a test need not wait; or later, where it needs time to look. One whose
 * outcome is known by now, because its own time came first, is left alone.
 */
export async function makeDue(attemptId: string, db = database(), inSeconds?: number): Promise<void> {
  const dueAt = inSeconds === undefined ? longAgo() : new Date(Date.now() + inSeconds * 1_000);
  await db.update(chargeAttempt).set({ dueAt }).where(isOpen(attemptId));
}

/**
 * Keeps recovery away from an attempt, where a test looks at what is pending.
 * @returns whether its outcome is still unknown
 */
export async function holdBack(attemptId: string, db = database()): Promise<boolean> {
  const held = await db
    .update(chargeAttempt)
    .set({ dueAt: farAhead() })
    .where(isOpen(attemptId))
    .returning({ id: chargeAttempt.id });
  return held.length > 0;
}

/** As after a card that its bank asks about: the bank's page is at an address, and nobody asks for the outcome. */
export async function waitsForBank(checkoutId: Id<"chk">, url: string): Promise<void> {
  const page = sealedBankPage(createVault(sharedStack().appKeys), checkoutId, url);
  await database()
    .update(chargeAttempt)
    .set({ ...page, dueAt: farAhead() })
    .where(eq(chargeAttempt.checkoutId, checkoutId));
}

/** Makes everything due that a provider waits for, and ends when none of it is open any more. */
export async function allRecovered({ id }: TestProvider, db = database()): Promise<void> {
  const open = and(eq(chargeAttempt.providerId, id), inArray(chargeAttempt.status, [...OPEN_ATTEMPTS]));
  await until("Every outcome is known", async () => {
    await db
      .update(chargeAttempt)
      .set({ dueAt: longAgo() })
      .where(and(open, gt(chargeAttempt.dueAt, sql`now()`)));
    return (await db.select({ id: chargeAttempt.id }).from(chargeAttempt).where(open).limit(1)).length === 0;
  });
}

/** As if the commits of an order were lost with a primary whose standby did not have them yet. */
export async function loseCommits(db: Db, providerOrderId: string): Promise<void> {
  const ofOrder = eq(checkout.providerOrderId, providerOrderId);
  const ids = db.select({ id: checkout.id }).from(checkout).where(ofOrder);
  for (const table of [event, idempotencyKey, chargeAttempt, opportunity])
    await db.delete(table).where(inArray(table.checkoutId, ids));
  await db.delete(checkout).where(ofOrder);
}

/** As if somebody gave the whole charge back in the gateway's console. */
export async function giveBack(db: Db, key: string): Promise<void> {
  await db.update(gatewayCharge).set({ isRefunded: true }).where(eq(gatewayCharge.key, key));
}
