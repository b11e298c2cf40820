import type { SetupDeps, Visitor } from "./context";
import { type Asked, linkOf, openPage } from "./open";
import { submit, unchanged } from "./submit";
import { EMPTY_FORM, type SetupView } from "./view";

interface Headers {
  get(name: string): string | null;
}

interface PageDeps {
  /** Whether a form was sent from that page of ours. */
  isSentFrom(headers: Headers, path: string): boolean;
  visitOf(headers: Headers): Visitor;
}

/** The hosted direct-debit page, as the route and its actions reach it. Contract section 10. */
export function createSetupPage(deps: SetupDeps, { isSentFrom, visitOf }: PageDeps) {
  /** What an action found, for the page that Next renders in the same request: nothing of it passes the browser. */
  const answers = new WeakMap<Headers, { session: string; view: SetupView }>();
  return {
    link: (session: string) => linkOf(deps, session),
    open: (session: string, asked: Asked) => openPage(deps, session, asked),

    /** The step that follows a posted form. A form of another site's is answered with a notice and changes nothing. */
    async submit(form: FormData, headers: Headers): Promise<SetupView> {
      if (!isSentFrom(headers, "/api/dd-setup"))
        return { state: "bank", values: EMPTY_FORM, errors: {}, notice: "other_site" };
      const post = { session: sessionOf(form), form, visitor: visitOf(headers) };
      try {
        return await submit(deps, post);
      } catch (error) {
        // Next's own log would show what a failed query was given.
        deps.log.error({ requestId: post.visitor.requestId, error }, "A bank form failed on a fault of ours");
        return unchanged(deps, post);
      }
    },

    /** The same for a browser without JavaScript: the view is kept for the page of this request. */
    async post(form: FormData, headers: Headers): Promise<void> {
      answers.set(headers, { session: sessionOf(form), view: await this.submit(form, headers) });
    },

    /** What `post` kept in this very request; null for a page that was merely opened. */
    answerOf(session: string, headers: Headers): SetupView | null {
      const answer = answers.get(headers);
      return answer?.session === session ? answer.view : null;
    },
  };
}

function sessionOf(form: FormData): string {
  const session = form.get("session");
  return typeof session === "string" ? session : "";
}
