import { clockFrom, later, SECOND_MS, timed, type Untimed } from "../../packages/dates/time";
import { clockTime } from "../../packages/dates/zone";
import { type SentCard, sendCard } from "../checkout/send-card";
import type { StoredRecord } from "../db/checkout-records";
import { type Declines, tooManyDeclines } from "../domain/declines";
import type { Visit } from "../enrolment/context";
import type { CardPageDeps } from "./open";

export type CardPayDeps = Untimed<CardPageDeps & { declines: Declines | null }>;

/** Charges a card that was entered on the hosted page. @returns why nothing was sent; null if the page shows what came of it */
export async function payOnCardPage(
  all: CardPayDeps,
  record: StoredRecord,
  token: string,
  visitor: Visit,
): Promise<string | null> {
  const deps = timed(all, all.now ?? clockFrom(record.readAt));
  const { provider, checkout } = record;
  const { timeZone } = provider;
  const begun = (await deps.declines?.begin(visitor.ipAddress)) ?? { end: () => {} };
  if ("waitSeconds" in begun) return tooManyDeclines(begun.waitSeconds, deps.now(), timeZone);
  try {
    const by = { provider, actor: { kind: "student" } as const, ...visitor };
    const sent = await sendCard(deps, by, checkout.id, token);
    if (sent.status === "sent" && sent.isDeclined)
      await deps.declines?.count({
        address: visitor.ipAddress,
        requestId: visitor.requestId,
        providerCode: provider.code,
        courseName: checkout.courseName,
      });
    return notSent(sent, deps.now(), timeZone);
  } finally {
    begun.end();
  }
}

/** Why nothing was sent; null if the page's state says everything. */
export function notSent(sent: SentCard, now: Date, timeZone: string): string | null {
  switch (sent.status) {
    case "sent":
    case "not_awaited":
      return null;
    case "looked_into":
      return "This payment is being looked into. Do not pay again. Contact your education provider.";
    case "gateway_refuses_us":
      return "Payments are not available at the moment, and yours was not made. Try again in a few minutes.";
    case "calls_used_up":
      return `Too many attempts. Try again after ${clockTime(later(now, sent.waitSeconds * SECOND_MS), timeZone)}, or contact your education provider.`;
    default:
      return sent satisfies never;
  }
}
