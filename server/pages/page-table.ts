/** An address that Next answers. */
interface PageRow {
  /** `{name}` stands for one segment. */
  path: string;
  /** It has a form, which is posted to the page itself. */
  hasForm?: true;
  /** The form may have a file. */
  hasFile?: true;
  /** It is the same for everybody, whatever the query, so it is drawn once and kept. */
  isFixed?: true;
  /** Without a query it follows from its provider's records, so it is kept until they change. */
  isProviders?: true;
  /** To a GET it answers no secret, so that it may be compressed. */
  isOpen?: true;
  /** It may go on for minutes: it is sent as it is made, and no page waits for it. */
  isStreamed?: true;
  /** What it takes of its network's allowance, where that is more than the one token of most pages. Contract section 11. */
  cost?: number;
}

const ENROLMENT = "/e/{secret}";

/** Every page, and every file that Next makes on request. A test holds this table equal to the folders of `app`. */
export const PAGES: readonly PageRow[] = [
  { path: "/", hasForm: true, isOpen: true },
  { path: "/p/{code}", hasForm: true, isOpen: true, isProviders: true },
  { path: "/p/{code}/terms", isOpen: true, isProviders: true },
  { path: "/p/{code}/privacy", isOpen: true, isProviders: true },
  { path: "/p/{code}/refunds", isOpen: true, isProviders: true },
  { path: "/p/{code}/logo" },
  { path: "/p/{code}/link", hasForm: true, isOpen: true, isProviders: true },
  { path: "/link", hasForm: true, isOpen: true },
  { path: "/accent/{file}" },
  { path: ENROLMENT, hasForm: true },
  { path: `${ENROLMENT}/details`, hasForm: true },
  { path: `${ENROLMENT}/pay`, hasForm: true },
  { path: `${ENROLMENT}/card`, hasForm: true },
  { path: `${ENROLMENT}/bank` },
  { path: `${ENROLMENT}/account`, hasForm: true },
  { path: `${ENROLMENT}/review`, hasForm: true },
  { path: `${ENROLMENT}/checking` },
  { path: `${ENROLMENT}/done` },
  { path: `${ENROLMENT}/plan`, hasForm: true },
  { path: `${ENROLMENT}/plan/change`, hasForm: true },
  { path: `${ENROLMENT}/plan/pay`, hasForm: true },
  { path: `${ENROLMENT}/expired` },
  { path: `${ENROLMENT}/cancelled` },
  { path: `${ENROLMENT}/status` },
  { path: `${ENROLMENT}/agreement` },
  { path: `${ENROLMENT}/agreement/page` },
  // A PDF that is made for each request.
  { path: `${ENROLMENT}/receipt`, cost: 10 },
  { path: `${ENROLMENT}/debits.ics` },
  { path: "/api/dd-setup", hasForm: true },
  { path: "/api/card-payment", hasForm: true },
  { path: "/api/card-payment/return" },
  { path: "/console" },
  { path: "/console/sign-in", hasForm: true },
  { path: "/console/sign-in/code", hasForm: true },
  { path: "/console/invitation", hasForm: true },
  { path: "/console/reset", hasForm: true },
  { path: "/console/account", hasForm: true },
  { path: "/console/{code}" },
  { path: "/console/{code}/attention" },
  { path: "/console/{code}/attention/{id}/{action}", hasForm: true },
  { path: "/console/{code}/views/{id}/{action}", hasForm: true },
  { path: "/console/{code}/checkouts.csv", isStreamed: true, cost: 10 },
  { path: "/console/{code}/audit" },
  { path: "/console/{code}/audit.csv", isStreamed: true, cost: 10 },
  { path: "/console/{code}/set-up" },
  { path: "/console/{code}/set-up/keys" },
  { path: "/console/{code}/set-up/endpoints" },
  { path: "/console/{code}/set-up/endpoints/{id}" },
  { path: "/console/{code}/set-up/details" },
  { path: "/console/{code}/set-up/courses" },
  { path: "/console/{code}/set-up/requests" },
  { path: "/console/{code}/set-up/staff" },
  { path: "/console/{code}/set-up/accounts" },
  { path: "/console/{code}/set-up/go-live" },
  { path: "/console/{code}/set-up/{part}/{id}/{action}", hasForm: true, hasFile: true },
  { path: "/console/{code}/acts/{id}" },
  { path: "/console/{code}/checkouts/{id}" },
  { path: "/console/{code}/checkouts/{id}/agreement" },
  { path: "/console/{code}/checkouts/{id}/student" },
  { path: "/console/{code}/checkouts/{id}/{action}", hasForm: true },
  { path: "/docs", isFixed: true },
  { path: "/docs/{guide}", isFixed: true },
  { path: "/docs/problems", isFixed: true },
  { path: "/docs/problems/{code}", isFixed: true },
  { path: "/docs/reference", isFixed: true },
  { path: "/docs/reference/events", isFixed: true },
  { path: "/docs/reference/{operation}", isFixed: true },
  { path: "/llms.txt", isFixed: true },
  { path: "/sandbox/mail" },
  { path: "/sandbox/mail/{id}" },
  { path: "/sandbox/mail/{id}/html" },
  { path: "/sandbox/mail/{id}/attachment" },
  { path: "/favicon.ico" },
  { path: "/icon.svg", isOpen: true },
  { path: "/robots.txt", isFixed: true },
  // Not kept: it says until when it holds.
  { path: "/.well-known/security.txt", isOpen: true },
];

/** Static files. */
const FILES = [
  "/capture/v1.js",
  "/setup/v1.js",
  "/card-payment/v1.js",
  "/embed/v1.js",
  "/embed/v1.d.ts",
  "/docs/downloads/provider-checkout-client.tgz",
  "/docs/downloads/provider_checkout.py",
  "/docs/downloads/provider-checkout.php",
  "/docs/downloads/SHA256SUMS",
  "/_next/static/",
] as const;

const MATCHERS = PAGES.map((page) => ({ page, pattern: patternOf(page.path.replace(/\{\w+\}/g, "*")) }));

/** A regular expression for a path in which `*` stands for one segment. */
export function patternOf(path: string): RegExp {
  const escaped = path.replace(/[.[\]()+?^$|\\{}]/g, "\\$&");
  return new RegExp(`^${escaped.replaceAll("*", "[^/]+")}$`);
}

/** The first row that fits. */
export const pageAt = (path: string): PageRow | undefined =>
  MATCHERS.find(({ pattern }) => pattern.test(path))?.page;

/** A static file, or the folder that it is in. */
export const fileAt = (path: string): string | undefined =>
  FILES.find((file) => (file.endsWith("/") ? path.startsWith(file) : path === file));

/** The methods of a page or file, as `Allow` names them; null for an address that is neither. */
export function methodsOfPage(path: string): string | null {
  if (fileAt(path)) return "GET, HEAD";
  const page = pageAt(path);
  return page ? `GET, HEAD${page.hasForm ? ", POST" : ""}` : null;
}
