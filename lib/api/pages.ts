import { AsyncLocalStorage } from "node:async_hooks";
import type { Deps } from "../deps";
import { isId, newId } from "../domain/ids";
import type { Visit } from "../enrolment/context";
import { createPortal } from "../enrolment/portal";
import { callerAddress } from "../http/address";
import type { Operation } from "../http/operation";
import { isOwnOrigin } from "../http/origin";
import { createKeptMail } from "../mail/kept";
import { createSetupPage } from "../setup-page/page";
import { guarded } from "./guarded";
import { publishedDocument } from "./openapi/document";
import { evidenceOf } from "./user-agent";

/** What pages, actions and the proxy share with the API; reached through `published()`. */
export function createPages(deps: Deps, operations: readonly Operation[]) {
  const { settings, baseUrl, environment } = deps;
  /** The address of the connection that a page is rendered for; only server.mjs knows one. */
  const connection = new AsyncLocalStorage<string>();
  const isOurs = (origin: string | null) => isOwnOrigin(origin, baseUrl, environment === "sandbox");
  /** @param headers of the request, with the id that the proxy gave it */
  function visitOf(headers: { get(name: string): string | null }): Visit {
    const given = headers.get("x-request-id") ?? "";
    const forwarded = headers.get("x-forwarded-for") ?? undefined;
    const address = callerAddress(connection.getStore() ?? "", forwarded, settings.TRUSTED_PROXY_HOPS);
    return {
      requestId: isId("req", given) ? given : newId("req"),
      ipAddress: address || null,
      userAgent: evidenceOf(headers.get("user-agent")),
    };
  }
  /** Seconds that a form of this sender has to wait, by the limit on callers without a key; null where it may pass. */
  async function waitOf(headers: { get(name: string): string | null }): Promise<number | null> {
    const { ipAddress } = visitOf(headers);
    const verdict = ipAddress === null ? null : await deps.limits?.ofAddress(ipAddress);
    return verdict?.retryAfterSeconds ?? null;
  }
  const setup = guarded(createSetupPage(deps, { isOwnOrigin: isOurs, visitOf }), deps.log);
  return {
    portal: guarded(createPortal(deps), deps.log),
    baseUrl,
    environment,
    publishableKey: settings.GATEWAY_PUBLISHABLE_KEY,
    homeProviderCode: settings.HOME_PROVIDER_CODE ?? null,
    isDevelopment: settings.NODE_ENV === "development",
    newRequestId: () => newId("req"),
    isOwnOrigin: isOurs,
    withConnection: <T>(address: string, work: () => T) => connection.run(address, work),
    visitOf,
    waitOf,
    /** The document that `/openapi.json` publishes, for the reference; always the same object. */
    openApi: () => publishedDocument(operations, deps),
    /** The hosted direct-debit page. */
    setup,
    /** The mails of a sandbox that keeps them; null where they are sent, or none are made. */
    keptMail: createKeptMail(deps),
  };
}
