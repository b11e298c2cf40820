import { evidenceOf } from "../../lib/api/by";
import type { Published } from "../../lib/api/operation";
import { isId, newId } from "../../lib/domain/ids";
import type { Visit } from "../../lib/enrolment/context";
import type { SecurityKind } from "../../lib/http/security-events";
import { openAction, takeAction } from "../../lib/staff/actions/take";
import { needsAttention } from "../../lib/staff/attention";
import { exportAudit, readAct, readAudit } from "../../lib/staff/audit";
import { readAgreement, readCheckout } from "../../lib/staff/checkout";
import { createConsole } from "../../lib/staff/console";
import type { StaffVisit } from "../../lib/staff/context";
import { exportPage } from "../../lib/staff/export";
import { find } from "../../lib/staff/find";
import { readAccounts } from "../../lib/staff/set-up/accounts";
import { readCourses } from "../../lib/staff/set-up/courses";
import { readDetails } from "../../lib/staff/set-up/details";
import { readEndpoint, readEndpoints } from "../../lib/staff/set-up/endpoints";
import { readGoLive } from "../../lib/staff/set-up/go-live";
import { readKeys } from "../../lib/staff/set-up/keys";
import { readRequests } from "../../lib/staff/set-up/requests";
import { readColleagues } from "../../lib/staff/set-up/staff";
import { openSetUp, takeSetUp } from "../../lib/staff/set-up/take";
import { readStudentPage } from "../../lib/staff/student-page";
import { callerAddress } from "../../packages/http/address";
import { connectionOf } from "../../packages/http/connection";
import { isOwnSender } from "../../packages/http/origin";
import { referrerPolicyOf } from "../../packages/http/security-headers";
import type { HeadersOf } from "../../packages/http/types";
import { cardPageAt } from "../pages/card-pages";
import { createPageGate } from "../pages/page-gate";
import { pageAt } from "../pages/page-table";
import { forgetPage, rememberedPage, rememberPage } from "../pages/remembered";
import { createSandboxGuard } from "../pages/sandbox-guard";
import { createCardPage } from "./card-page";
import type { Deps } from "./deps";
import { guarded } from "./guarded";
import { createKeptMail } from "./kept-mail";
import { createPortal } from "./portal";
import { createSetupPage } from "./setup-page";
import { cookieNamesOf, lazySignIn } from "./staff";

/** Next's own script names what it wants in such headers. */
const isByScript = (headers: Record<string, unknown>) =>
  Object.keys(headers).some((name) => /^(rsc$|next-|x-nextjs-|x-middleware-)/.test(name));

/** What pages, server actions and the proxy use of the instance. */
export function createPages(deps: Deps, published: () => Published, hasCalls: () => boolean) {
  const { settings, baseUrl, environment } = deps;
  const isSandbox = environment === "sandbox";
  /** The sender's IP address; an empty string where it is not known. */
  const addressOf = (headers: HeadersOf) =>
    callerAddress(
      connectionOf()?.address ?? "",
      headers.get("x-forwarded-for") ?? undefined,
      settings.TRUSTED_PROXY_HOPS,
    );
  function visitOf(headers: HeadersOf): Visit {
    const given = headers.get("x-request-id") ?? "";
    return {
      requestId: isId("req", given) ? given : newId("req"),
      ipAddress: addressOf(headers) || null,
      userAgent: evidenceOf(headers.get("user-agent")),
    };
  }
  function note(kind: SecurityKind, reason: string, headers: HeadersOf, requestId: string): void {
    deps.security.note(kind, reason, { address: addressOf(headers), requestId });
  }
  /** Whether a form was sent from that page of ours: the proxy writes `X-Page`. */
  const isSentFrom = (headers: HeadersOf, path: string) =>
    isOwnSender(headers, baseUrl, isSandbox) && headers.get("x-page") === path;
  const kept = createKeptMail(deps);
  const keptMail = kept && guarded(kept, deps.log);
  const guard = createSandboxGuard({ password: settings.SANDBOX_PASSWORD, host: settings.HOST, baseUrl });
  const setup = guarded(createSetupPage(deps, { isSentFrom, visitOf, requestOf: connectionOf }), deps.log);
  const cardPage = guarded(
    createCardPage(
      { ...deps, publishableKey: settings.GATEWAY_PUBLISHABLE_KEY },
      { isSentFrom, visitOf, requestOf: connectionOf },
    ),
    deps.log,
  );
  const portal = guarded(createPortal(deps, connectionOf), deps.log);
  const cookieNames = cookieNamesOf(baseUrl);
  const staff = { ...deps, signIn: lazySignIn(deps), cookieNames, note: deps.security.note };
  const consoleOfStaff = guarded(createConsole(staff, connectionOf), deps.log);
  /** A use case of this instance. */
  const of =
    <A extends unknown[], R>(work: (deps: typeof staff, ...asked: A) => R) =>
    (...asked: A): R =>
      work(staff, ...asked);
  const staffRecords = guarded(
    {
      attention: of(needsAttention),
      find: of(find),
      exportPage: of(exportPage),
      checkout: of(readCheckout),
      studentPage: of(readStudentPage),
      agreement: of(readAgreement),
      audit: of(readAudit),
      exportAudit: of(exportAudit),
      act: of(readAct),
      action: of(openAction),
      take: of(takeAction),
      requests: of(readRequests),
      goLive: of(readGoLive),
      keys: of(readKeys),
      endpoints: of(readEndpoints),
      endpoint: of(readEndpoint),
      details: of(readDetails),
      courses: of(readCourses),
      colleagues: of(readColleagues),
      accounts: of(readAccounts),
      setUp: of(openSetUp),
      change: of(takeSetUp),
    },
    deps.log,
  );
  const staffVisitOf = (headers: HeadersOf): StaffVisit => {
    const { requestId, ipAddress: address, userAgent } = visitOf(headers);
    return { requestId, address, userAgent, cookie: headers.get("cookie") };
  };
  /** The requests whose form was refused, by their headers: the page that Next draws in them says so in its title. */
  const refused = new WeakSet<HeadersOf>();
  return {
    refused,
    portal,
    /**
     * What a page that is kept was drawn from: with another state it is drawn anew. Null for a page that is drawn for each
     * request, and for what our own script asks for at its address.
     */
    async stateOf(target: string, headers: Record<string, unknown>): Promise<string | null> {
      const [path = "/", query = ""] = target.split("?");
      const page = pageAt(path);
      // A page is kept by one spelling of its address.
      if (path.includes("%")) return null;
      if (page?.isFixed) return "";
      if (!page?.isProviders || query !== "" || isByScript(headers)) return null;
      const [, , code = ""] = path.split("/");
      // Where the database does not answer, the page says so.
      return portal.stateOf(code).catch(() => null);
    },
    baseUrl,
    environment,
    homeProviderCode: settings.HOME_PROVIDER_CODE ?? null,
    operatorContact: settings.OPERATOR_CONTACT ?? null,
    isDevelopment: settings.NODE_ENV === "development",
    newRequestId: () => newId("req"),
    gate: createPageGate({
      hasCalls,
      limits: deps.limits,
      baseUrl,
      isSandbox,
      guard,
      security: deps.security,
    }),
    addressOf,
    referrerPolicyOf: (path: string) => referrerPolicyOf(baseUrl, path),
    isSentFrom,
    visitOf,
    console: consoleOfStaff,
    /** What staff see of a provider's checkouts, and do with them. */
    staffRecords,
    staffVisitOf,
    note,
    /** The published document, for the reference pages; always the same object. */
    openApi: () => published().document,
    setup,
    cardPage,
    rememberPage: (page: string) => rememberPage(page, baseUrl),
    rememberedPage,
    forgetPage: () => forgetPage(baseUrl),
    /** @param page as it was remembered */
    backFromBank: async (page: string): Promise<void> => {
      const session = new URLSearchParams(page.split("?")[1]).get("session");
      await (session === null
        ? portal.backFromBank(page.split("/")[2] ?? "")
        : cardPage.backFromBank(session));
    },
    cardPageAt: (url: Parameters<typeof cardPageAt>[1]) => cardPageAt({ portal, cardPage }, url),
    /** Whether mails are kept, whoever may read them. */
    keepsMail: kept !== null,
    /** Whether there is anybody to whom the sandbox shows what it keeps. */
    opensSandbox: isSandbox && guard.isEverOpen,
    /** Null where mails are sent, or none are made, and for whom the sandbox is closed. */
    keptMailFor: (headers: HeadersOf) =>
      guard.verdictOn(headers, connectionOf()) === "open" ? keptMail : null,
  };
}
