import { findCardPage, openCardPage, wayBack } from "../../lib/card-page/open";
import { type CardPayDeps, payOnCardPage } from "../../lib/card-page/pay";
import type { CardPage } from "../../lib/card-page/view";
import { cardToken } from "../../lib/contract/create-request";
import { askSoon } from "../../lib/db/charge-attempts";
import { FORM_WORDS } from "../../lib/domain/form-words";
import type { Visit } from "../../lib/enrolment/context";
import { cardEntryOf } from "../../lib/gateway/accounts";
import { oncePerRequest } from "../../packages/http/once-per-request";
import type { HeadersOf } from "../../packages/http/types";

interface PageDeps {
  isSentFrom(headers: HeadersOf, path: string): boolean;
  visitOf(headers: HeadersOf): Visit;
  requestOf(): object | undefined;
}

/** The hosted card page, as its route calls it. Contract "Real money", section 2 */
export function createCardPage(deps: CardPayDeps, { isSentFrom, visitOf, requestOf }: PageDeps) {
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
        return await payOnCardPage(deps, record, token.data, visitor);
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

/** Where a paid page leads. What stands in the address is kept as it is: the provider may have signed it. */
function withOutcome(returnUrl: string): string {
  const url = new URL(returnUrl);
  url.search += `${url.search === "" ? "?" : "&"}outcome=paid`;
  return url.href;
}
