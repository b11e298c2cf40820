import { parseAndValidateFlightRouterState } from "next/dist/server/app-render/parse-and-validate-flight-router-state";
import { inSeconds, refusalOfForms } from "../../lib/domain/form-words";
import { newId } from "../../lib/domain/ids";
import { hasTooManyParameters, MAX_BODY_BYTES, MAX_FILE_FORM_BYTES } from "../../lib/domain/limits";
import type { SecurityEvents, SecurityKind } from "../../lib/http/security-events";
import { connectionOf } from "../../packages/http/connection";
import { hold } from "../../packages/http/hold";
import { isOwnSender } from "../../packages/http/origin";
import type { ApiResponse, HeadersOf } from "../../packages/http/types";
import { subscriberOf } from "../../packages/net/addresses";
import type { Limits } from "../limits/limits";
import { isOwnForm } from "./own-forms";
import { pageAt } from "./page-table";
import { isOfSandbox, SANDBOX_REFUSALS, type SandboxGuard } from "./sandbox-guard";
import { workInTurns } from "./turns";
import { inWords, type Words } from "./words";

/** A request for a page, or of a form. */
export interface PageRequest {
  method: string;
  /** As it was sent. */
  path: string;
  /** Without the question mark. */
  query: string;
  headers: HeadersOf;
  /** It is for a static file. */
  isFile?: boolean;
  /** The sender's IP address; an empty string where it is not known. */
  address: string;
}

interface PageGateDeps {
  /** Null where nothing is limited. */
  limits: Limits | null;
  baseUrl: string;
  isSandbox: boolean;
  guard: SandboxGuard;
  security: Pick<SecurityEvents, "note">;
  /** Whether anybody has called the API within the last second. */
  hasCalls(): boolean;
}

/**
 * Drawing takes the thread that answers the API for 10 to 50 ms: pages are drawn one at a time, with a rest in which
 * calls are answered, as long as there are any. A form may wait for a bank meanwhile, and has turns of its own.
 */
const WAIT = { most: { each: 200, all: 1_000 }, longestMs: 1_000 };
const REST_MS = 10;

/** Who may see a page or post a form, decided before anything of a body is read. Contract sections 10 and 11. */
export function createPageGate({ limits, baseUrl, isSandbox, guard, security, hasCalls }: PageGateDeps) {
  const pages = workInTurns({ ...WAIT, atOnce: 1, restMs: () => (hasCalls() ? REST_MS : 0) });
  const forms = workInTurns({ ...WAIT, atOnce: 2, restMs: () => 0 });

  /** @param noted for the security log */
  function tell({ headers, address }: PageRequest, words: Words, noted?: [SecurityKind, reason: string]) {
    const requestId = newId("req");
    if (noted) security.note(...noted, { address, requestId });
    return inWords(words, headers.get("next-action") === null && headers.get("rsc") === null, requestId);
  }

  async function refuse(...told: Parameters<typeof tell>) {
    await hold(subscriberOf(told[0].address));
    return tell(...told);
  }

  /** Refused as slowly as all who have no key, so that guessing takes long. */
  async function closed(request: PageRequest): Promise<ApiResponse | null> {
    // Elsewhere there are no such pages.
    if (!isSandbox || !isOfSandbox(request.path)) return null;
    const verdict = guard.verdictOn(request.headers, connectionOf());
    if (verdict === "open") return null;
    const isGuess = request.headers.get("authorization") !== null;
    return refuse(
      request,
      SANDBOX_REFUSALS[verdict],
      isGuess ? ["sandbox_password_refused", "wrong"] : undefined,
    );
  }

  async function tooMany(request: PageRequest): Promise<ApiResponse | null> {
    const { address, method, isFile, path } = request;
    const isForm = method === "POST";
    const verdict = await (isForm
      ? limits?.address.ask(address)
      : isFile
        ? limits?.file.ask(address)
        : limits?.page.ask(address, pageAt(path)?.cost ?? 1));
    if (!verdict || verdict.admitted) return null;
    const retryAfterSeconds = verdict.retryAfterSeconds ?? 1;
    const words = (isForm ? tooManyForms : tooManyPages)(retryAfterSeconds);
    return refuse(request, words, ["limit_reached", isForm ? "forms" : "pages"]);
  }

  /** What a form of that page may hold. */
  const maxBytesOf = (path: string) => (pageAt(path)?.hasFile ? MAX_FILE_FORM_BYTES : MAX_BODY_BYTES);

  return {
    maxBytesOf,

    /** Why a request may not come in; null for one that may. */
    async refusalOf(request: PageRequest): Promise<ApiResponse | null> {
      const { method, headers } = request;
      if (method === "POST" && !isOwnSender(headers, baseUrl, isSandbox))
        return refuse(request, OTHER_SITE(baseUrl), ["form_origin_refused", "foreign"]);
      const refusal = (await tooMany(request)) ?? (await closed(request));
      if (refusal) return refusal;
      if (hasTooManyParameters(request.query)) return tell(request, UNREADABLE);
      const isTooLarge = Number(headers.get("content-length") ?? 0) > maxBytesOf(request.path);
      if (isTooLarge) return tell(request, TOO_LARGE);
      if (!isRouterState(headers.get("next-router-state-tree"))) return tell(request, UNREADABLE);
      return null;
    },

    /** Why what was posted is not drawn from; null for what a page of ours could have sent. Null is a body that was too large. */
    async refusalOfBody(request: PageRequest, body: Uint8Array | null): Promise<ApiResponse | null> {
      if (body === null) return tell(request, TOO_LARGE);
      const { headers } = request;
      const isCall = headers.get("next-action") !== null;
      const hasFile = pageAt(request.path)?.hasFile ?? false;
      const isOwn = isOwnForm(headers.get("content-type") ?? "", { isCall, hasFile }, body);
      return isOwn ? null : tell(request, MALFORMED);
    },

    /**
     * Waits for a turn to draw a page.
     * @returns a function that ends the turn
     * @throws NoTurn
     */
    turn: ({ method, address }: PageRequest) =>
      (method === "POST" ? forms : pages).take(subscriberOf(address)),

    /** The answer where no turn came in time. */
    busy: (request: PageRequest) => tell(request, BUSY),

    /** In place of the 500 that Next draws in the browser only. */
    unavailable: (request: PageRequest) => tell(request, UNAVAILABLE),
  };
}

/** Whether Next can read what its script tells of its page. It would call anything else a fault of ours. */
function isRouterState(header: string | null): boolean {
  try {
    parseAndValidateFlightRouterState(header ?? undefined);
    return true;
  } catch {
    return false;
  }
}

const tooManyForms = (retryAfterSeconds: number): Words => ({
  status: 429,
  retryAfterSeconds,
  title: "Too many forms",
  text: refusalOfForms(retryAfterSeconds),
});
const tooManyPages = (retryAfterSeconds: number): Words => ({
  status: 429,
  retryAfterSeconds,
  title: "One moment",
  text: `Too many pages were asked for from your network. Nothing is lost. Wait ${inSeconds(retryAfterSeconds)} and load this page again.`,
});
const OTHER_SITE = (baseUrl: string): Words => ({
  status: 403,
  title: "This form was sent from another site",
  text: `This form was sent from another site. Open it at ${baseUrl} and try again.`,
});
const TOO_LARGE: Words = {
  status: 413,
  title: "This form is too large",
  text: "This form is too large to be read. Nothing was saved. Go back, shorten what you entered and try again.",
};
const MALFORMED: Words = {
  status: 400,
  title: "This form could not be read",
  text: "This form could not be read. Nothing was saved. Go back, load the page again and try again.",
};
const UNREADABLE: Words = {
  status: 400,
  title: "This page could not be loaded",
  text: "This page could not be loaded in this way. Nothing is lost. Load it again.",
};
const BUSY: Words = {
  status: 503,
  retryAfterSeconds: 5,
  title: "We are busy at the moment",
  text: "There was no time to answer. Nothing is lost. Wait a few seconds and load this page again.",
};
const UNAVAILABLE: Words = {
  status: 503,
  retryAfterSeconds: 5,
  title: "We cannot show this page at the moment",
  text: "Something that we need is not available. The steps that you had finished are kept. Wait a few seconds and load this page again. If you were paying, look at your enrolment again before you pay a second time.",
};
