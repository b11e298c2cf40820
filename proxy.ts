import { randomBytes } from "node:crypto";
import { type NextRequest, NextResponse } from "next/server";
import type { ApiResponse } from "./packages/http/types";
import { published } from "./server/instance/published";
import type { CardPageAt } from "./server/pages/card-pages";
import type { CardSources } from "./server/pages/card-sources";

/** Pages only: the API sets its own headers, and files need no nonce. */
export const config = {
  matcher: [
    "/((?!v1(?:/|$)|api/(?!(?:dd-setup|card-payment)(?:/|$))|openapi\\.json$|livez$|readyz$|_next/static/|capture/v1\\.js$|setup/v1\\.js$|card-payment/v1\\.js$|embed/v1\\.(?:js|d\\.ts)$|docs/downloads/(?:provider-checkout-client\\.tgz|provider_checkout\\.py|provider-checkout\\.php|SHA256SUMS)$|favicon\\.ico$|icon\\.svg$|accent/[0-9a-f]{6}\\.css$|p/[^/]+/logo$|sandbox/mail/[^/]+/html$).*)",
  ],
};

/** There is no such page: a rewrite to it becomes a 404, drawn by app/not-found.tsx. */
const NO_PAGE = "/no/page";

/** The hosted page, whose address belongs to the API's. */
const HOSTED_PAGE = "/api/dd-setup";

/** What a student sees, shown to staff: there no script runs and no form is sent. */
const SHOWN = /^\/console\/[^/]+\/checkouts\/[^/]+\/student$/;

const SECRET = /^\/(e|api\/(dd-setup|card-payment))(\/|$)/;

/** Headers of every page. This authorises nothing: the action that reads a form checks its Origin again. */
export async function proxy(request: NextRequest): Promise<NextResponse> {
  const { pages, ...instance } = published();
  const refusal = await refusalOf(request);
  if (refusal) {
    const { status, headers, body } = refusal;
    return new NextResponse(body as BodyInit | null, {
      status,
      headers: { ...instance.pageHeaders, ...headers },
    });
  }
  const requestId = pages.newRequestId();
  const nonce = randomBytes(16).toString("base64");
  const { pathname, searchParams } = request.nextUrl;
  const link = pathname === HOSTED_PAGE ? await pages.setup.link(searchParams.get("session") ?? "") : null;
  // Never framed: a bank's page may follow it.
  const card = await pages.cardPageAt(request.nextUrl);
  const policy = policyOf(nonce, link?.framedBy ?? "'none'", card, SHOWN.test(pathname));
  // Next's script would draw it into the page before, under that page's policy. Without an answer to read it loads it anew.
  const isLoaded = request.headers.get("accept")?.includes("text/html") || request.method !== "GET";
  if (card?.sources && !isLoaded)
    return new NextResponse(null, { status: 204, headers: instance.pageHeaders });
  const headers = new Headers(request.headers);
  // Next reads the nonce from the policy; the pages read the request's id.
  headers.set("Content-Security-Policy", policy);
  headers.set("X-Nonce", nonce);
  headers.set("X-Request-Id", requestId);
  // Server actions check the page they were posted to; Next compares the form's origin headers again.
  headers.set("X-Page", pathname);
  if (request.method === "POST")
    for (const [name, value] of Object.entries(instance.formHeaders)) headers.set(name, value);
  // Which kind of thing an address names in vain, for app/not-found.tsx. A form's action answers for itself.
  const missing = request.method === "POST" ? null : await lostAt(request);
  const refused =
    link?.isActive === false
      ? "setup_session"
      : card?.name === "hosted" && !card.isActive
        ? "card_session"
        : missing && REFUSED_LINKS[missing];
  if (refused) pages.note("link_refused", refused, request.headers, requestId);
  // A rewrite, since Next draws a page's notFound() in the browser only.
  if (missing) headers.set("X-Missing", missing);
  else headers.delete("X-Missing");
  const response = missing
    ? NextResponse.rewrite(new URL(NO_PAGE, request.url), { request: { headers } })
    : NextResponse.next({ request: { headers } });
  response.headers.set("Content-Security-Policy", policy);
  for (const [name, value] of Object.entries(instance.pageHeaders)) response.headers.set(name, value);
  // Fields in the processor's frames may offer wallets, which ask in windows of their own.
  if (card?.sources?.["frame-src"]) {
    const features = response.headers.get("Permissions-Policy") ?? "";
    const allowed = features.replace("payment=()", 'payment=(self "https://js.stripe.com")');
    response.headers.set("Permissions-Policy", allowed);
    response.headers.set("Cross-Origin-Opener-Policy", "same-origin-allow-popups");
  }
  if (pathname === "/console/account" || pathname === "/console/sign-in") {
    const features = response.headers.get("Permissions-Policy") ?? "";
    const allowed = features.replace(/(publickey-credentials-\w+)=\(\)/g, "$1=(self)");
    response.headers.set("Permissions-Policy", allowed);
  }
  response.headers.set("Referrer-Policy", pages.referrerPolicyOf(pathname));
  response.headers.set("Request-Id", requestId);
  // The bank leads back to it (3-D Secure).
  const [, enrolment, page] = /^(\/e\/[^/]+)\/(checking|plan\/pay)$/.exec(pathname) ?? [];
  if (enrolment && !missing) {
    const back = page === "checking" ? enrolment : `${pathname}?was=awaited`;
    response.headers.append("Set-Cookie", pages.rememberPage(back));
  }
  // An address that holds a secret, or is for staff, must not be listed by search engines.
  if (SECRET.test(pathname) || pathname.startsWith("/console"))
    response.headers.set("X-Robots-Tag", "noindex, nofollow");
  return response;
}

async function lostAt({ nextUrl: { pathname }, headers }: NextRequest) {
  const { pages } = published();
  if (!pathname.startsWith("/console/")) return pages.portal.lostAt(pathname);
  return (await pages.console.isLost(pages.staffVisitOf(headers), pathname)) ? "console" : null;
}

/** Our own server has checked the request already; behind Next's server it is checked here. */
async function refusalOf(request: NextRequest): Promise<ApiResponse | null> {
  const { pages, handle, ...instance } = published();
  const received = instance.received();
  if (received?.isAdmitted) return null;
  const { method } = request;
  const { pathname, search } = request.nextUrl;
  const target = received?.target ?? { path: pathname, query: search.slice(1) };
  const headers = Object.fromEntries(request.headers);
  const address = received?.address ?? "";
  if (instance.wayOf({ method, path: target.path, headers }) === "api")
    return handle({ method, ...target, headers, readBody: async () => null, address });
  const asked = {
    method,
    ...target,
    headers: request.headers,
    address: pages.addressOf(request.headers),
  };
  const refusal = await pages.gate.refusalOf(asked);
  if (refusal || method !== "POST") return refusal;
  const body = new Uint8Array(await request.clone().arrayBuffer());
  return pages.gate.refusalOfBody(asked, body.length > pages.gate.maxBytesOf(target.path) ? null : body);
}

/** Links that open nothing, as the security log names them. */
const REFUSED_LINKS: Record<string, string> = {
  enrolment: "resume_link",
  ended: "ended_link",
};

function policyOf(nonce: string, framedBy: string, card: CardPageAt | null, isShown: boolean): string {
  const { isDevelopment } = published().pages;
  const from = (kind: keyof CardSources) => (card?.sources?.[kind] ? ` ${card.sources[kind]}` : "");
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'${isDevelopment ? " 'unsafe-eval'" : ""}${from("script-src")}`,
    `style-src 'self'${isDevelopment ? " 'unsafe-inline'" : ""}`,
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${from("connect-src")}`,
    `frame-src 'self'${from("frame-src")}`,
    // Browsers also ask it about where the answer to a form redirects to.
    `form-action 'self'${card?.leadsTo ? ` ${card.leadsTo}` : ""}`,
    "base-uri 'none'",
    `frame-ancestors ${framedBy}`,
    ...(isShown ? ["sandbox allow-same-origin"] : []),
    ...(card ? [`report-uri /api/content-reports/${card.name}`] : []),
  ].join("; ");
}
