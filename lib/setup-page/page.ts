import type { Untimed } from "../../packages/dates/time";
import type { CheckoutDeps } from "../checkout/context";
import type { SetupRow } from "../db/setup";
import { FORM_WORDS } from "../domain/form-words";
import { createHandover } from "../domain/handover";
import { type Asked, linkOf, openPage } from "./open";
import { submit, text, unchanged, type Visitor } from "./submit";
import { firstStep, type SetupView } from "./view";

interface Headers {
  get(name: string): string | null;
}

interface PageDeps {
  isSentFrom(headers: Headers, path: string): boolean;
  visitOf(headers: Headers): Visitor;
  /** The request under way: what `link` has read in it is there for its page, or for the form. */
  requestOf(): object | undefined;
}

/** The hosted direct-debit page, as its route calls it. Contract section 10. */
export function createSetupPage(deps: Untimed<CheckoutDeps>, { isSentFrom, visitOf, requestOf }: PageDeps) {
  const read = createHandover<SetupRow>(requestOf);
  return {
    link: (session: string) => linkOf(deps, session, read),
    open: (session: string, asked: Asked) => openPage(deps, session, asked, read.take(session)),

    /**
     * The step that follows a posted form; null for a link that is not active. A form from another site gets a notice and
     * changes nothing.
     */
    async submit(form: FormData, headers: Headers): Promise<SetupView | null> {
      if (!isSentFrom(headers, "/api/dd-setup")) return firstStep({}, FORM_WORDS.from_elsewhere);
      const post = { session: text(form.get("session")), form, visitor: visitOf(headers) };
      try {
        const row = read.take(post.session);
        const view = await submit(deps, post, row);
        // No authority was written: the page around this step is what it was.
        if (row && (view?.state === "bank" || view?.state === "check")) read.give(post.session, row);
        return view;
      } catch (error) {
        // Caught here, because Next would log the failed query with its values.
        deps.log.error({ requestId: post.visitor.requestId, error }, "A bank form failed on a fault of ours");
        return unchanged(deps, post);
      }
    },
  };
}
