import { and, eq, ne, sql, sum } from "drizzle-orm";
import { gatewayRefund } from "../../drizzle/schema/sandbox-gateway";
import type { Db } from "../../lib/db/client";
import {
  type CardGateway,
  GatewayOutcomeUnknown,
  type RefundRequest,
  type RefundResult,
} from "../../lib/gateway/port";
import { present } from "../text/narrow";

type Row = typeof gatewayRefund.$inferSelect;

/** How long the sandbox says that one must wait. */
const WAIT_MS = 3_600_000;
const RETURNED = "The bank sent the money back.";

/** What becomes of a refund follows from its cents: contract section 9. */
const outcomeOf = (amountCents: number) => {
  switch (amountCents % 100) {
    case 91:
      return { first: "pending", fails: true } as const;
    case 93:
      return { first: "succeeded", fails: true } as const;
    default:
      return { first: "succeeded", fails: false } as const;
  }
};
const losesResponse = (amountCents: number) => amountCents % 100 === 92;
const isTooEarly = (amountCents: number) => amountCents % 100 === 94;

/** As `outcomeOf` says. */
export const STAYS_GIVEN_BACK = sql`${gatewayRefund.status} = 'succeeded' and ${gatewayRefund.amountCents} % 100 not in (91, 93)`;

/** Charges, or debits: what is refunded. All within a transaction. */
interface Payments {
  /** So that refunds of a payment are made one after another. */
  lock(tx: Db, key: string): Promise<unknown>;
  /** Null if it took no money. `from`: it cannot be refunded before. */
  find(tx: Db, key: string): Promise<{ amountCents: number; createdAt: Date; from?: Date } | null>;
  /** So much of it is given back now. */
  note(tx: Db, key: string, cents: number): Promise<unknown>;
}

export function sandboxRefunds(
  db: Db,
  account: string,
  payments: Payments,
): Pick<CardGateway, "refund" | "findRefund"> {
  const hasKey = (key: string) => and(eq(gatewayRefund.account, account), eq(gatewayRefund.key, key));
  const ofCharge = (key: string) => and(eq(gatewayRefund.account, account), eq(gatewayRefund.chargeKey, key));

  async function givenBack(tx: Db, chargeKey: string): Promise<number> {
    const [row] = await tx
      .select({ total: sum(gatewayRefund.amountCents).mapWith(Number) })
      .from(gatewayRefund)
      .where(and(ofCharge(chargeKey), ne(gatewayRefund.status, "failed")));
    return row?.total ?? 0;
  }

  const noted = async (tx: Db, key: string) => payments.note(tx, key, await givenBack(tx, key));

  return {
    async refund(request) {
      const result = await db.transaction((tx) => refundOnce(tx, request));
      if (result.status !== "refused" && losesResponse(request.amountCents))
        throw new GatewayOutcomeUnknown("The gateway's answer was lost, as this amount promises");
      return result;
    },
    findRefund: ({ key, charge }) =>
      db.transaction(async (tx) => {
        await payments.lock(tx, charge.key);
        const [row] = await tx.select().from(gatewayRefund).where(hasKey(key));
        if (!row) return null;
        if (row.status === "failed" || !outcomeOf(row.amountCents).fails) return toResult(row);
        await tx.update(gatewayRefund).set({ status: "failed" }).where(hasKey(key));
        await noted(tx, row.chargeKey);
        return toResult({ ...row, status: "failed" });
      }),
  };

  async function refundOnce(tx: Db, { key, charge, amountCents }: RefundRequest): Promise<RefundResult> {
    const refused = (reason: "exceeds_paid" | "not_yet" | "not_applicable", possibleFrom?: Date) =>
      ({ key, amountCents, status: "refused", reason, ...(possibleFrom && { possibleFrom }) }) as const;
    await payments.lock(tx, charge.key);
    const [known] = await tx.select().from(gatewayRefund).where(hasKey(key));
    if (known) return toResult(known);
    const paid = await payments.find(tx, charge.key);
    if (!paid) return refused("not_applicable");
    if (paid.from) return refused("not_yet", paid.from);
    if (amountCents > paid.amountCents - (await givenBack(tx, charge.key))) return refused("exceeds_paid");
    if (isTooEarly(amountCents)) return refused("not_yet", new Date(paid.createdAt.getTime() + WAIT_MS));
    const [made] = await tx
      .insert(gatewayRefund)
      .values({
        account,
        key,
        chargeKey: charge.key,
        amountCents,
        status: outcomeOf(amountCents).first,
        createdAt: new Date(),
      })
      .returning();
    await noted(tx, charge.key);
    return toResult(present(made, "refund"));
  }
}

function toResult({ key, amountCents, status }: Row): RefundResult {
  const about = { key, amountCents, reference: `sandbox ${key}` };
  return status === "failed" ? { ...about, status, reason: RETURNED } : { ...about, status };
}
