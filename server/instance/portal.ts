import type { NewLinkFields } from "../../lib/contract/forms/details";
import { askSoon, findPlanCharges } from "../../lib/db/charge-attempts";
import { LinkEnded } from "../../lib/db/enrolments";
import { findLogo, findPortal } from "../../lib/db/providers";
import { changeAccount } from "../../lib/enrolment/account";
import { askForLink } from "../../lib/enrolment/ask-for-link";
import { choosePayment } from "../../lib/enrolment/choose";
import { confirmPlan } from "../../lib/enrolment/confirm";
import {
  type Enrolment,
  type FoundLink,
  findByLink,
  openEnrolment,
  opened,
  type PortalDeps,
  type Visit,
} from "../../lib/enrolment/context";
import { continueHere, waitingLink } from "../../lib/enrolment/continue-here";
import { saveDetails } from "../../lib/enrolment/details";
import { agreementOf, agreementToRead, calendarOf, receiptOf } from "../../lib/enrolment/documents";
import { endedLink, isEnded } from "../../lib/enrolment/lost";
import { payByCard } from "../../lib/enrolment/pay-by-card";
import { withLeadOf } from "../../lib/enrolment/plan";
import { type ChangeFields, chooseChange, makeChange, previewChange } from "../../lib/enrolment/plan-changes";
import { planPageOf } from "../../lib/enrolment/plan-page";
import { payPlanByCard, planPaymentOf } from "../../lib/enrolment/plan-payment";
import { openPortal, portalState, startEnrolment } from "../../lib/enrolment/start";
import { viewOf } from "../../lib/enrolment/view";
import { cardEntryOf } from "../../lib/gateway/accounts";
import { clockFrom, timed, type Untimed } from "../../packages/dates/time";
import { oncePerRequest } from "../../packages/http/once-per-request";

/**
 * The portal's use cases, as pages and server actions call them; null for a link that opens no enrolment.
 * @param requestOf the current request: the page does not read again what `lostAt` has read
 */
export function createPortal(
  deps: Untimed<PortalDeps>,
  requestOf: () => object | undefined = () => undefined,
) {
  const links = oncePerRequest(requestOf, (secret) => findByLink(deps, secret));
  const portals = oncePerRequest(requestOf, (code) => findPortal(deps.db, code));
  const timedBy = ({ readAt }: Enrolment, since?: number) =>
    timed(deps, deps.now ?? clockFrom(readAt, since));
  const reading = async <T>(secret: string, work: (at: Enrolment) => T | Promise<T>) => {
    const at = opened(await links.ask(secret));
    return at && work(at);
  };
  /** For a form: `sent` is the use case's input besides the visit. */
  const answering =
    <A extends unknown[], T>(
      work: (deps: PortalDeps, visit: Visit, at: Enrolment, ...sent: A) => Promise<T>,
    ) =>
    async (visit: Visit, secret: string, ...sent: A): Promise<T | null> => {
      try {
        const since = performance.now();
        const at = await openEnrolment(deps, secret);
        return at && (await work(timedBy(at, since), visit, await withLeadOf(deps, at), ...sent));
      } catch (error) {
        // A newer link was used meanwhile.
        if (error instanceof LinkEnded) return null;
        throw error;
      }
    };
  return {
    lostAt: (path: string) => lostAt(path, portals.ask, links.ask),
    endedLink: async (secret: string) => endedLink(deps, await links.ask(secret)),
    waitingLink: async (secret: string) => waitingLink(await links.ask(secret)),
    continueHere: (secret: string) => continueHere(deps, secret),
    askForLink: (visit: Visit, providerCode: string | null, fields: NewLinkFields) =>
      askForLink(deps, visit, providerCode, fields),
    sendsMail: () => deps.mail !== null,
    /** Null for a code that no provider has. */
    async open(providerCode: string) {
      const found = await portals.ask(providerCode);
      return found && openPortal(deps, found);
    },
    stateOf: (providerCode: string) => portalState(deps, providerCode),
    start: (providerCode: string, courseSlug: string) => startEnrolment(deps, providerCode, courseSlug),
    logo: (providerCode: string) => findLogo(deps.db, providerCode),
    view: (secret: string) => reading(secret, async (at) => viewOf(timedBy(at), await withLeadOf(deps, at))),
    /** Null where nobody collects the plan. */
    plan: (secret: string) => reading(secret, (at) => planPageOf(deps, at)),
    planPayment: (secret: string) => reading(secret, (at) => planPaymentOf(deps, at)),
    payPlanByCard: answering(payPlanByCard),
    previewChange: (secret: string, fields: ChangeFields) =>
      reading(secret, (at) => previewChange(deps, at, fields)),
    /** How the provider's cards are taken. */
    cardEntry: (secret: string) =>
      reading(secret, ({ provider }) =>
        cardEntryOf(deps, provider.id, deps.settings.GATEWAY_PUBLISHABLE_KEY),
      ),
    /** The student comes back from the bank: the outcome is asked for soon. */
    backFromBank: (secret: string) =>
      reading(secret, async ({ record }) => {
        const key = record?.plan;
        const [ofPlan] = key ? await findPlanCharges(deps.db, key.providerId, key.checkoutId) : [];
        const attempt = ofPlan ?? record?.attempt;
        if (attempt) await askSoon(deps.db, attempt);
      }),
    saveDetails: answering(saveDetails),
    choosePayment: answering(choosePayment),
    payByCard: answering(payByCard),
    confirmPlan: answering(confirmPlan),
    changeAccount: answering(changeAccount),
    chooseChange: answering(chooseChange),
    makeChange: answering(makeChange),
    agreement: (secret: string) => reading(secret, (at) => agreementOf(timedBy(at), at)),
    agreementToRead: (secret: string) => reading(secret, (at) => agreementToRead(timedBy(at), at)),
    receipt: (secret: string) => reading(secret, (at) => receiptOf(timedBy(at), at)),
    calendar: (secret: string) => reading(secret, (at) => calendarOf(deps, at)),
  };
}

export type Portal = ReturnType<typeof createPortal>;

/**
 * Says what a portal's address (such as "/p/harbour-college" or "/e/…/pay") does not lead to: a provider with that code, an
 * enrolment with that secret, or one whose link has "ended". Null for every other address, and without a database: then the
 * page shows its own error.
 */
async function lostAt(
  path: string,
  findPortal: (code: string) => Promise<unknown>,
  findLink: (secret: string) => Promise<FoundLink | null>,
): Promise<"portal" | "enrolment" | "ended" | null> {
  const [, kind, key] = /^\/(p|e)\/([^/]+)/.exec(path) ?? [];
  if (kind === undefined || key === undefined) return null;
  try {
    if (kind === "p") return (await findPortal(decodeURIComponent(key))) ? null : "portal";
    const found = await findLink(key);
    if (!found) return "enrolment";
    return isEnded(found) ? "ended" : null;
  } catch {
    return null;
  }
}
