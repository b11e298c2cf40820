import type { ChoiceFields } from "../contract/forms/choice";
import type { Details } from "../contract/forms/details";
import type { NewLinkFields } from "../contract/forms/new-link";
import type { Declarations } from "../contract/forms/review";
import { LinkEnded } from "../db/enrolments";
import { findLogo } from "../db/providers";
import { changeAccount } from "./account";
import { askForLink } from "./ask-for-link";
import { choosePayment } from "./choose";
import { confirmPlan } from "./confirm";
import { type Enrolment, markUsed, openEnrolment, type PortalDeps, type Visit } from "./context";
import { saveDetails } from "./details";
import { agreementOf, calendarOf } from "./documents";
import { endedLink, lostAt, type PageRequest } from "./lost";
import { type CardAnswer, payByCard } from "./pay-by-card";
import { openPortal, startEnrolment } from "./start";
import { viewOf } from "./view";

/**
 * The portal's use cases over one set of adapters: what pages and server actions call. Each takes the secret of the
 * link and gives null where it opens no enrolment. What a student sends is a use of the link.
 */
export function createPortal(deps: PortalDeps) {
  const reading = async <T>(secret: string, work: (at: Enrolment) => T | Promise<T>) => {
    const at = await openEnrolment(deps, secret);
    return at && (await work(at));
  };
  const using = async <T>(secret: string, work: (at: Enrolment) => Promise<T>) => {
    try {
      return await reading(secret, async (at) => {
        await markUsed(deps, at);
        return work(at);
      });
    } catch (error) {
      // A newer link was used while this was on its way.
      if (error instanceof LinkEnded) return null;
      throw error;
    }
  };
  return {
    lostAt: (request: PageRequest) => lostAt(deps, request),
    endedLink: (secret: string) => endedLink(deps, secret),
    askForLink: (visit: Visit, providerCode: string | null, fields: NewLinkFields) =>
      askForLink(deps, visit, providerCode, fields),
    /** Whether students are written to at all. */
    writes: () => deps.mail !== null,
    open: (providerCode: string) => openPortal(deps, providerCode),
    start: (providerCode: string, courseSlug: string) => startEnrolment(deps, providerCode, courseSlug),
    logo: (providerCode: string) => findLogo(deps.db, providerCode),
    view: (secret: string) => reading(secret, (at) => viewOf(deps, at)),
    saveDetails: (visit: Visit, secret: string, fields: Record<keyof Details, string>) =>
      using(secret, (at) => saveDetails(deps, visit, at, fields)),
    choosePayment: (visit: Visit, secret: string, fields: ChoiceFields) =>
      using(secret, (at) => choosePayment(deps, visit, at, fields)),
    payByCard: (visit: Visit, secret: string, answer: CardAnswer) =>
      using(secret, (at) => payByCard(deps, visit, at, answer)),
    confirmPlan: (visit: Visit, secret: string, declarations: Declarations, checkoutId: string) =>
      using(secret, (at) => confirmPlan(deps, visit, at, declarations, checkoutId)),
    changeAccount: (visit: Visit, secret: string, checkoutId: string) =>
      using(secret, (at) => changeAccount(deps, visit, at, checkoutId)),
    agreement: (secret: string) => reading(secret, (at) => agreementOf(deps, at)),
    calendar: (secret: string) => reading(secret, calendarOf),
  };
}

export type Portal = ReturnType<typeof createPortal>;
