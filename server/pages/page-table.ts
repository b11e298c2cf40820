/** An address that Next answers. */
interface PageRow {
  /** `{name}` stands for one segment. */
  path: string;
  /** It has a form, which is posted to the page itself. */
  hasForm?: true;
  /** It is the same for everybody, whatever the query, so it is drawn once and kept. */
  isFixed?: true;
  /** Without a query it follows from its provider's records, so it is kept until they change. */
  isProviders?: true;
  /** To a GET it answers no secret, so that it may be compressed. */
  isOpen?: true;
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
  { path: `${ENROLMENT}/expired` },
  { path: `${ENROLMENT}/cancelled` },
  { path: `${ENROLMENT}/status` },
  { path: `${ENROLMENT}/agreement` },
  { path: `${ENROLMENT}/agreement/page` },
  // A PDF that is made for each request.
  { path: `${ENROLMENT}/receipt`, cost: 10 },
  { path: `${ENROLMENT}/debits.ics` },
  { path: "/api/dd-setup", hasForm: true },
  { path: "/docs", isFixed: true },
  { path: "/docs/{guide}", isFixed: true },
  { path: "/docs/problems", isFixed: true },
  { path: "/docs/problems/{code}", isFixed: true },
  { path: "/docs/reference", isFixed: true },
  { path: "/docs/reference/events", isFixed: true },
  { path: "/docs/reference/{operation}", isFixed: true },
  { path: "/docs/search", isOpen: true, cost: 4 },
  { path: "/llms.txt", isFixed: true },
  { path: "/llms-full.txt", isFixed: true },
  { path: "/sandbox" },
  { path: "/sandbox/requests" },
  { path: "/sandbox/mail" },
  { path: "/sandbox/mail/{id}" },
  { path: "/sandbox/mail/{id}/html" },
  { path: "/sandbox/mail/{id}/attachment" },
  { path: "/favicon.ico" },
  { path: "/icon.svg", isOpen: true },
  { path: "/robots.txt", isFixed: true },
];

/** Static files. */
const FILES = ["/capture/v1.js", "/setup/v1.js", "/embed/v1.js", "/embed/v1.d.ts", "/_next/static/"] as const;

const MATCHERS = PAGES.map(({ path, hasForm, isFixed, isProviders, isOpen, cost }) => ({
  path,
  pattern: patternOf(path.replace(/\{\w+\}/g, "*")),
  methods: hasForm ? "GET, HEAD, POST" : "GET, HEAD",
  isFixed: isFixed ?? false,
  isProviders: isProviders ?? false,
  isOpen: isOpen ?? isFixed ?? false,
  cost: cost ?? 1,
}));

/** A regular expression for a path in which `*` stands for one segment. */
export function patternOf(path: string): RegExp {
  const escaped = path.replace(/[.[\]()+?^$|\\{}]/g, "\\$&");
  return new RegExp(`^${escaped.replaceAll("*", "[^/]+")}$`);
}

export const isFile = (path: string) =>
  FILES.some((file) => (file.endsWith("/") ? path.startsWith(file) : path === file));

/**
 * The search has an address like a guide's, but its answer follows from the query; and what is kept is kept by one spelling
 * of its address.
 */
export const isFixed = (path: string) =>
  path !== "/docs/search" &&
  !path.includes("%") &&
  MATCHERS.some(({ pattern, isFixed }) => isFixed && pattern.test(path));

/** The code of the provider from whose records alone the page follows; null for every other page. */
export const providerShownAt = (path: string): string | null =>
  !path.includes("%") && MATCHERS.some(({ pattern, isProviders }) => isProviders && pattern.test(path))
    ? (path.split("/")[2] ?? null)
    : null;

/** Tokens of its network's allowance. A search has an address like a guide's. */
export const costOf = (path: string): number =>
  Math.max(1, ...MATCHERS.filter(({ pattern }) => pattern.test(path)).map(({ cost }) => cost));

/** Whether what it answers to a GET may be compressed. */
export const mayBeCompressed = (path: string) =>
  MATCHERS.some(({ pattern, isOpen }) => isOpen && pattern.test(path));

/** The row of a page, or the folder of a file; null for an address that is neither. */
export const routeOfPage = (path: string): string | null =>
  FILES.find((file) => (file.endsWith("/") ? path.startsWith(file) : path === file)) ??
  MATCHERS.find(({ pattern }) => pattern.test(path))?.path ??
  null;

/** The methods of a page or file, as `Allow` names them; null for an address that is neither. */
export function methodsOfPage(path: string): string | null {
  if (isFile(path)) return "GET, HEAD";
  return MATCHERS.find(({ pattern }) => pattern.test(path))?.methods ?? null;
}
