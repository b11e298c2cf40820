import type { ChoiceFields } from "../contract/forms/choice";
import type { Details } from "../contract/forms/details";
import type { Declarations } from "../contract/forms/review";
import { findLogo } from "../db/providers";
import { changeAccount } from "./account";
import { choosePayment } from "./choose";
import { confirmPlan } from "./confirm";
import { type Enrolment, openEnrolment, type PortalDeps, type Visit } from "./context";
import { saveDetails } from "./details";
import { agreementOf, calendarOf } from "./documents";
import { lostAt } from "./lost";
import { type CardAnswer, payByCard } from "./pay-by-card";
import { openPortal, startEnrolment } from "./start";
import { viewOf } from "./view";

/**
 * The portal's use cases over one set of adapters: what pages and server actions call. Each takes the secret of the
 * link and gives null where it opens no enrolment.
 */
export function createPortal(deps: PortalDeps) {
  const withEnrolment = async <T>(secret: string, work: (at: Enrolment) => T | Promise<T>) => {
    const at = await openEnrolment(deps, secret);
    return at && (await work(at));
  };
  return {
    lostAt: (path: string) => lostAt(deps, path),
    open: (providerCode: string) => openPortal(deps, providerCode),
    start: (providerCode: string, courseSlug: string) => startEnrolment(deps, providerCode, courseSlug),
    logo: (providerCode: string) => findLogo(deps.db, providerCode),
    view: (secret: string) => withEnrolment(secret, (at) => viewOf(deps, at)),
    saveDetails: (visit: Visit, secret: string, fields: Record<keyof Details, string>) =>
      withEnrolment(secret, (at) => saveDetails(deps, visit, at, fields)),
    choosePayment: (visit: Visit, secret: string, fields: ChoiceFields) =>
      withEnrolment(secret, (at) => choosePayment(deps, visit, at, fields)),
    payByCard: (visit: Visit, secret: string, answer: CardAnswer) =>
      withEnrolment(secret, (at) => payByCard(deps, visit, at, answer)),
    confirmPlan: (visit: Visit, secret: string, declarations: Declarations, checkoutId: string) =>
      withEnrolment(secret, (at) => confirmPlan(deps, visit, at, declarations, checkoutId)),
    changeAccount: (visit: Visit, secret: string, checkoutId: string) =>
      withEnrolment(secret, (at) => changeAccount(deps, visit, at, checkoutId)),
    agreement: (secret: string) => withEnrolment(secret, (at) => agreementOf(deps, at)),
    calendar: (secret: string) => withEnrolment(secret, calendarOf),
  };
}
