import type { Deps } from "../deps";
import { isId, newId } from "../domain/ids";
import type { Visit } from "../enrolment/context";
import { createPortal } from "../enrolment/portal";
import { callerAddress } from "../http/address";
import { connectionOf } from "../http/connection";
import { isOwnSender } from "../http/origin";
import { createPageGate } from "../http/page-gate";
import type { SecurityKind } from "../http/security-events";
import { referrerPolicyOf } from "../http/security-headers";
import { createKeptMail } from "../mail/kept";
import { createSetupPage } from "../setup-page/page";
import { guarded } from "./guarded";
import type { Published } from "./openapi/document";
import { evidenceOf } from "./user-agent";

/** Headers of a request, by their names in lower case. */
interface HeadersOf {
  get(name: string): string | null;
}

/** What pages, actions and the proxy share with the API; reached through `published()`. */
export function createPages(deps: Deps, published: () => Published) {
  const { settings, baseUrl, environment } = deps;
  const isSandbox = environment === "sandbox";
  /** Of whoever sent the request under way; an empty string where nobody knows. */
  const addressOf = (headers: HeadersOf) =>
    callerAddress(
      connectionOf()?.address ?? "",
      headers.get("x-forwarded-for") ?? undefined,
      settings.TRUSTED_PROXY_HOPS,
    );
  /** @param headers of the request, with the id that the proxy gave it */
  function visitOf(headers: HeadersOf): Visit {
    const given = headers.get("x-request-id") ?? "";
    return {
      requestId: isId("req", given) ? given : newId("req"),
      ipAddress: addressOf(headers) || null,
      userAgent: evidenceOf(headers.get("user-agent")),
    };
  }
  /** Notes what a page or the proxy refused, by the request's headers and the id that it was given. */
  function note(kind: SecurityKind, reason: string, headers: HeadersOf, requestId: string): void {
    deps.security.note(kind, reason, { address: addressOf(headers), requestId });
  }
  /** Whether a form was sent from that page of ours. The proxy has named the page that it was sent to. */
  const isSentFrom = (headers: HeadersOf, path: string) =>
    isOwnSender(headers, baseUrl, isSandbox) && headers.get("x-page") === path;
  const keptMail = createKeptMail(deps);
  const setup = guarded(createSetupPage(deps, { isSentFrom, visitOf }), deps.log);
  return {
    portal: guarded(createPortal(deps), deps.log),
    baseUrl,
    environment,
    publishableKey: settings.GATEWAY_PUBLISHABLE_KEY,
    homeProviderCode: settings.HOME_PROVIDER_CODE ?? null,
    isDevelopment: settings.NODE_ENV === "development",
    newRequestId: () => newId("req"),
    gate: createPageGate({ limits: deps.limits, baseUrl, isSandbox, security: deps.security }),
    addressOf,
    referrerPolicyOf: (path: string) => referrerPolicyOf(baseUrl, path),
    isSentFrom,
    visitOf,
    note,
    /** The document that `/openapi.json` publishes, for the reference; always the same object. */
    openApi: () => published().document,
    /** The hosted direct-debit page. */
    setup,
    /** The mails of a sandbox that keeps them; null where they are sent, or none are made. */
    keptMail: keptMail && guarded(keptMail, deps.log),
  };
}
