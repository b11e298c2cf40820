import { randomInt } from "node:crypto";
import { and, asc, desc, eq, gte, inArray, ne, type SQL, sql } from "drizzle-orm";
import { gatewayCharge, gatewayRefund, gatewayTokenUse } from "../../drizzle/schema/sandbox-gateway";
import type { Db } from "../../lib/db/client";
import {
  type CardGateway,
  type ChargeOutcome,
  type ChargeRequest,
  type ChargeResult,
  GatewayNotReached,
  GatewayOutcomeUnknown,
  type ListedCharge,
  type OrderReference,
  type SandboxExtras,
} from "../../lib/gateway/port";
import { parseTestToken, TEST_CARDS } from "../cards/test-cards";
import { databaseWasNeverReached } from "../postgres-guard/faults";
import { filled, present } from "../text/narrow";
import { sandboxRefunds } from "./refunds";

type Row = typeof gatewayCharge.$inferSelect;
type NewRow = Omit<typeof gatewayCharge.$inferInsert, "account">;

/**
 * A card gateway in test mode. It has its own tables and its own connection, as another company's system would. Contract
 * section 9.
 * @param options `chargeDelayMs`: tests use it to act while a charge is under way. `account`: it sees its own charges only
 */
export function createSandboxGateway(
  db: Db,
  { chargeDelayMs = 0, account = "sandbox" }: { chargeDelayMs?: number; account?: string } = {},
): CardGateway & SandboxExtras {
  const usedHere = eq(gatewayTokenUse.account, account);
  const isOurs = eq(gatewayCharge.account, account);
  const hasKey = (key: string) => and(isOurs, eq(gatewayCharge.key, key));
  const refundsOf = (keys: string[]) =>
    and(eq(gatewayRefund.account, account), inArray(gatewayRefund.chargeKey, keys));

  async function charge(request: ChargeRequest): Promise<ChargeResult> {
    const result = await chargeOnce(request).catch((cause) => {
      if (databaseWasNeverReached(cause))
        throw new GatewayNotReached("The gateway's database is down", { cause });
      throw cause;
    });
    const slug = parseTestToken(request.token);
    if (result.status === "succeeded" && slug && TEST_CARDS[slug].outcome.type === "answer_lost")
      throw new GatewayOutcomeUnknown("The gateway's answer was lost, as this test card promises");
    return result;
  }

  function chargeOnce(request: ChargeRequest): Promise<ChargeResult> {
    return db.transaction(async (tx) => {
      // Held to the end, so that `closeCharge` can tell that this key is being processed.
      await tx.execute(
        sql`select pg_advisory_xact_lock(${lockOf(request.key)}), pg_advisory_xact_lock_shared(${orderLock(request)})`,
      );
      const [known] = await tx.select().from(gatewayCharge).where(hasKey(request.key));
      if (known) return toResult(known);
      if (chargeDelayMs > 0) await new Promise((done) => setTimeout(done, chargeDelayMs));
      // An unknown token may be a mistyped card number, so it is not stored.
      const [used] = parseTestToken(request.token)
        ? await tx
            .insert(gatewayTokenUse)
            .values({ account, providerId: request.providerId, token: request.token, chargeKey: request.key })
            .onConflictDoNothing()
            .returning()
        : [];
      const [made] = await tx
        .insert(gatewayCharge)
        .values({ account, ...decide(request, used !== undefined) })
        .returning();
      return toResult(present(made, "charge"));
    });
  }

  async function listed(where: SQL, inOrder: typeof asc): Promise<ListedCharge[]> {
    const rows = await db
      .select()
      .from(gatewayCharge)
      .where(and(isOurs, where, inArray(gatewayCharge.status, ["succeeded", "declined"])))
      .orderBy(inOrder(gatewayCharge.createdAt))
      .limit(10_000);
    return rows.map((row) => {
      const { key, createdAt, ...made } = filled(row, "providerId", "providerOrderId", "amountCents");
      const { providerId, providerOrderId, amountCents } = made;
      const status = made.status === "succeeded" ? "succeeded" : "declined";
      const refunded = made.isRefunded && { refundedCents: amountCents };
      return { key, providerId, providerOrderId, amountCents, status, createdAt, ...refunded };
    });
  }

  return {
    ...sandboxRefunds(db, account, {
      lock: lockKey,
      async find(tx, key) {
        const [row] = await tx.select().from(gatewayCharge).where(hasKey(key));
        return row?.status === "succeeded" ? filled(row, "amountCents") : null;
      },
      note: (tx, key, cents) =>
        tx
          .update(gatewayCharge)
          .set({ isRefunded: sql`${gatewayCharge.amountCents} <= ${cents}` })
          .where(hasKey(key)),
    }),
    id: account,
    mode: "test",
    takesCharges: async () => true,
    charge,
    async findCharge(key) {
      const [row] = await db.select().from(gatewayCharge).where(hasKey(key));
      return row ? toResult(row) : null;
    },
    chargesOfOrder: (order) =>
      db.transaction(async (tx) => {
        // Charges of the order hold it while they are made.
        await tx.execute(sql`select pg_advisory_xact_lock(${orderLock(order)})`);
        const rows = await tx
          .select()
          .from(gatewayCharge)
          .where(
            and(
              isOurs,
              ofOrder(order),
              eq(gatewayCharge.status, "succeeded"),
              eq(gatewayCharge.isRefunded, false),
            ),
          )
          .orderBy(asc(gatewayCharge.createdAt));
        return rows
          .map((row) => filled(row, "amountCents"))
          .map((row) => ({ key: row.key, amountCents: row.amountCents, ...paid(row) }));
      }),
    listCharges: (since) => listed(gte(gatewayCharge.createdAt, since), asc),
    chargesOf: (providerId, providerOrderId) =>
      listed(
        providerOrderId === undefined
          ? eq(gatewayCharge.providerId, providerId)
          : ofOrder({ providerId, providerOrderId }),
        desc,
      ),
    async closeCharge(key) {
      return db.transaction(async (tx) => {
        const [lock] = await tx.execute<{ free: boolean }>(
          sql`select pg_try_advisory_xact_lock(${lockOf(key)}) as free`,
        );
        if (!lock?.free) return { status: "processing" as const };
        await tx
          .insert(gatewayCharge)
          .values({ key, account, status: "closed", createdAt: new Date() })
          .onConflictDoNothing();
        const [row] = await tx.select().from(gatewayCharge).where(hasKey(key));
        return toResult(present(row, "charge"));
      });
    },
    async voidCharge(key) {
      const closed = { status: "closed", cardScheme: null, cardLastFour: null, receiptNumber: null } as const;
      await db.transaction(async (tx) => {
        await lockKey(tx, key);
        await tx.delete(gatewayRefund).where(refundsOf([key]));
        await tx
          .insert(gatewayCharge)
          .values({ key, account, ...closed, createdAt: new Date() })
          .onConflictDoUpdate({ target: [gatewayCharge.account, gatewayCharge.key], set: closed });
        // The token counts as never used, too.
        await tx.delete(gatewayTokenUse).where(and(usedHere, eq(gatewayTokenUse.chargeKey, key)));
      });
    },
    forgetCharges: (keys) =>
      db.transaction(async (tx) => {
        const these = [...keys];
        await tx.delete(gatewayTokenUse).where(and(usedHere, inArray(gatewayTokenUse.chargeKey, these)));
        await tx.delete(gatewayRefund).where(refundsOf(these));
        const gone = await tx
          .delete(gatewayCharge)
          // A closed key stays: it holds off a request that slept since, whatever was forgotten meanwhile.
          .where(and(isOurs, inArray(gatewayCharge.key, these), ne(gatewayCharge.status, "closed")))
          .returning({ key: gatewayCharge.key });
        return gone.length;
      }),
  };
}

const lockKey = (tx: Db, key: string) => tx.execute(sql`select pg_advisory_xact_lock(${lockOf(key)})`);

function lockOf(key: string) {
  return sql`hashtextextended(${key}, 0)`;
}

function orderLock({ providerId, providerOrderId }: OrderReference) {
  return lockOf(`${providerId} ${providerOrderId}`);
}

function ofOrder({ providerId, providerOrderId }: OrderReference): SQL {
  return sql`${eq(gatewayCharge.providerId, providerId)} and ${eq(gatewayCharge.providerOrderId, providerOrderId)}`;
}

function paid(row: Row) {
  const { cardScheme, cardLastFour, receiptNumber } = filled(
    row,
    "cardScheme",
    "cardLastFour",
    "receiptNumber",
  );
  return {
    status: "succeeded" as const,
    card: { scheme: cardScheme, lastFour: cardLastFour },
    receiptNumber,
    ...(row.isRefunded && { isRefunded: true }),
  };
}

function decide(request: ChargeRequest, tokenIsFresh: boolean): NewRow {
  const { key, providerId, providerOrderId, amountCents } = request;
  const base = { key, providerId, providerOrderId, amountCents, createdAt: new Date() };
  const slug = parseTestToken(request.token);
  if (!slug) return { ...base, status: "refused", declineCode: "token_unknown" };
  if (!tokenIsFresh) return { ...base, status: "refused", declineCode: "token_already_used" };
  const card = TEST_CARDS[slug];
  const known = { ...base, cardScheme: card.scheme, cardLastFour: card.last4 };
  if (card.outcome.type === "declines")
    return { ...known, status: "declined", declineCode: card.outcome.declineCode };
  const receiptNumber = `R${Date.now().toString(36).toUpperCase()}${randomInt(36 ** 4)
    .toString(36)
    .toUpperCase()
    .padStart(4, "0")}`;
  return { ...known, status: "succeeded", receiptNumber };
}

function toResult(row: Row): ChargeResult {
  return { key: row.key, amountCents: row.amountCents, ...toOutcome(row) };
}

function toOutcome(row: Row): ChargeOutcome {
  switch (row.status) {
    case "succeeded":
      return paid(row);
    case "declined":
      return { status: "declined", declineCode: filled(row, "declineCode").declineCode };
    case "refused":
      return {
        status: "refused",
        reason: row.declineCode === "token_unknown" ? "token_unknown" : "token_already_used",
      };
    case "closed":
      return { status: "closed" };
  }
}
