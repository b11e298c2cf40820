import { clockFrom, later, SECOND_MS, timed, type Untimed } from "../../packages/dates/time";
import { clockTime } from "../../packages/dates/zone";
import { oncePerRequest } from "../../packages/http/once-per-request";
import type { HeadersOf } from "../../packages/http/types";
import { type SentCard, sendCard } from "../checkout/send-card";
import { cardToken } from "../contract/create-request";
import { askSoon } from "../db/charge-attempts";
import type { StoredRecord } from "../db/checkout-records";
import { type Declines, tooManyDeclines } from "../domain/declines";
import { FORM_WORDS } from "../domain/form-words";
import type { Visit } from "../enrolment/context";
import { cardEntryOf } from "../gateway/accounts";
import { type CardPageDeps, findCardPage, openCardPage, wayBack, withOutcome } from "./open";
import type { CardPage } from "./view";

interface PageDeps {
  isSentFrom(headers: HeadersOf, path: string): boolean;
  visitOf(headers: HeadersOf): Visit;
  requestOf(): object | undefined;
}

type Deps = Untimed<CardPageDeps & { declines: Declines | null }>;

/** The hosted card page, as its route calls it. Contract "Real money", section 2 */
export function createCardPage(deps: Deps, { isSentFrom, visitOf, requestOf }: PageDeps) {
  const sessions = oncePerRequest(requestOf, (session) => findCardPage(deps, session));
  return {
    /** Null for a link that is not active. */
    async open(session: string, returnUrl: string | null) {
      const record = await sessions.ask(session);
      return record && openCardPage(deps, record, returnUrl);
    },

    /** How the provider's cards are taken, and where the page leads; null for a link that is not active. */
    async entry(session: string, returnUrl: string | null) {
      const record = await sessions.ask(session);
      if (!record) return null;
      const entry = await cardEntryOf(deps, record.provider.id, deps.publishableKey);
      return { ...entry, returnUrl: wayBack(deps, record, returnUrl) };
    },

    /** The provider's page to which a student who has paid is sent on; null if there is none. */
    wayOn: ({ view, returnUrl }: CardPage): string | null =>
      view.state === "paid" && returnUrl !== null ? withOutcome(returnUrl) : null,

    /** The student comes back from the bank: the outcome is asked for soon. */
    async backFromBank(session: string): Promise<void> {
      const attempt = (await sessions.ask(session))?.attempt;
      if (attempt) await askSoon(deps.db, attempt);
    },

    /**
     * Charges the card of a posted form. @returns why nothing was sent, else null: the page then shows what came of it
     */
    async pay(session: string, form: FormData, headers: HeadersOf): Promise<string | null> {
      if (!isSentFrom(headers, "/api/card-payment")) return FORM_WORDS.from_elsewhere;
      const visitor = visitOf(headers);
      try {
        const record = await sessions.ask(session);
        const token = cardToken.safeParse(form.get("token"));
        if (record === null) return null;
        if (!token.success) return "Your card details could not be used. Enter them again.";
        return await pay(deps, record, token.data, visitor);
      } catch (error) {
        deps.log.error({ requestId: visitor.requestId, error }, "A card form failed on a fault of ours");
        return "Something went wrong on our side. Load this page again to see whether you have paid.";
      } finally {
        sessions.forget();
      }
    },
  };
}

export type CardPages = ReturnType<typeof createCardPage>;

async function pay(all: Deps, record: StoredRecord, token: string, visitor: Visit): Promise<string | null> {
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
