import { and, eq, isNotNull } from "drizzle-orm";
import { refund } from "../../drizzle/schema";
import type { Id } from "../../lib/domain/ids";
import type { Api } from "./api";
import type { Body } from "./bodies";
import { longAgo } from "./moments";
import { database } from "./provider";

export const refundsPath = (checkoutId: string) => `/v1/provider-checkouts/${checkoutId}/refunds`;

/** Asks for a refund, with an Idempotency-Key where one is given. */
export const askRefund = (
  client: Api,
  checkoutId: string,
  amount: number,
  key?: string,
  changes: Body = {},
) =>
  client.post(
    refundsPath(checkoutId),
    { amount, reason: "The student withdrew.", ...changes },
    { headers: key === undefined ? {} : { "Idempotency-Key": key } },
  );

/** Makes the refunds of a checkout due, whoever has them, so that a test need not wait. */
export const makeRefundsDue = (checkoutId: string, db = database()) =>
  db
    .update(refund)
    .set({ dueAt: longAgo(), leaseUntil: null })
    .where(and(eq(refund.checkoutId, checkoutId as Id<"chk">), isNotNull(refund.dueAt)));
