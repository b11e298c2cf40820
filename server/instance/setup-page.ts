import type { CheckoutDeps } from "../../lib/checkout/context";
import type { SetupRow } from "../../lib/db/setup";
import { FORM_WORDS } from "../../lib/domain/form-words";
import { type Asked, findSession, openPage } from "../../lib/setup-page/open";
import { submit, text, unchanged, type Visitor } from "../../lib/setup-page/submit";
import { firstStep, type SetupView } from "../../lib/setup-page/view";
import type { Untimed } from "../../packages/dates/time";
import { frameAncestorsOf } from "../../packages/http/frames";
import { oncePerRequest } from "../../packages/http/once-per-request";
import type { HeadersOf } from "../../packages/http/types";

interface PageDeps {
  isSentFrom(headers: HeadersOf, path: string): boolean;
  visitOf(headers: HeadersOf): Visitor;
  /** The current request: its page and form do not read again what `link` has read. */
  requestOf(): object | undefined;
}

/** The hosted direct-debit page, as its route calls it. Contract section 10. */
export function createSetupPage(deps: Untimed<CheckoutDeps>, { isSentFrom, visitOf, requestOf }: PageDeps) {
  const sessions = oncePerRequest(requestOf, (session) => findSession(deps, session));
  return {
    link: (session: string) => linkOf(deps, sessions.ask(session)),
    /** Null for a link that is not active. */
    async open(session: string, asked: Asked) {
      const row = await sessions.ask(session);
      return row && openPage(deps, row, asked);
    },

    /**
     * The step after a posted form; null for a link that is not active. A form from another site gets a notice and changes
     * nothing.
     */
    async submit(form: FormData, headers: HeadersOf): Promise<SetupView | null> {
      if (!isSentFrom(headers, "/api/dd-setup")) return firstStep({}, FORM_WORDS.from_elsewhere);
      const post = { session: text(form.get("session")), form, visitor: visitOf(headers) };
      let view: SetupView | null = null;
      try {
        const row = await sessions.ask(post.session);
        view = row && (await submit(deps, row, post));
        return view;
      } catch (error) {
        // Caught here, because Next would log the failed query with its values.
        deps.log.error({ requestId: post.visitor.requestId, error }, "A bank form failed on a fault of ours");
        return unchanged(deps, post);
      } finally {
        // These two steps write nothing, so the page around them need not be read again.
        if (view?.state !== "bank" && view?.state !== "check") sessions.forget();
      }
    },
  };
}

/**
 * A link before its page is rendered, with the CSP source list of who may frame it. For a link that is not active the list
 * names no provider.
 */
async function linkOf(
  { environment }: Pick<CheckoutDeps, "environment">,
  asked: Promise<SetupRow | null>,
): Promise<{ isActive: boolean; framedBy: string }> {
  const isSandbox = environment === "sandbox";
  const framedBy = (allowedOrigins: string[]) => frameAncestorsOf({ allowedOrigins, isSandbox });
  try {
    const row = await asked;
    return { isActive: row !== null, framedBy: framedBy(row?.provider.allowedOrigins ?? []) };
  } catch {
    // Without a database the page shows its own error.
    return { isActive: true, framedBy: framedBy([]) };
  }
}
