import { isLoopback } from "./origin";

/** The addresses that may frame the page, receive its messages, or be returned to. */
export interface Neighbours {
  allowedOrigins: readonly string[];
  returnUrls: readonly string[];
  /** The service's own. */
  baseUrl: string;
  isSandbox: boolean;
}

const LOOPBACK_SOURCES = "http://localhost:* http://127.0.0.1:*";
/** The URL parser accepts hosts with `;` and `,`, which would end a policy's directive. */
const PLAIN_ORIGIN = /^https?:\/\/[a-z0-9.-]+(:[0-9]+)?$/;

/** Who may frame the page, as a CSP source list. Contract section 10. */
export function frameAncestorsOf({
  allowedOrigins,
  isSandbox,
}: Pick<Neighbours, "allowedOrigins" | "isSandbox">): string {
  return ["'self'", ...allowedOrigins.filter(isOrigin), ...(isSandbox ? [LOOPBACK_SOURCES] : [])].join(" ");
}

/**
 * The one origin that receives messages; null if it is not registered, or it is not clear which is meant. Contract section
 * 10.
 * @param asked the address's `parent_origin`
 */
export function messageOriginOf(asked: string | null, neighbours: Neighbours): string | null {
  const registered = neighbours.allowedOrigins.filter(isOrigin);
  const [first = null, ...others] = registered;
  if (asked === null) return others.length === 0 ? first : null;
  if (!isOrigin(asked)) return null;
  return registered.includes(asked) || isOurs(asked, neighbours) ? asked : null;
}

/** A registered page with any query, or null. */
export function returnUrlOf(asked: string | null, neighbours: Neighbours): string | null {
  const url = asked === null ? null : parse(asked);
  if (!url || !isOrigin(url.origin) || url.username !== "" || url.password !== "") return null;
  const registered = neighbours.returnUrls.some((known) => {
    const page = parse(known);
    return page !== null && page.origin === url.origin && page.pathname === url.pathname;
  });
  return registered || isOurs(url.origin, neighbours) ? url.href : null;
}

function isOurs(origin: string, { baseUrl, isSandbox }: Neighbours): boolean {
  return origin === new URL(baseUrl).origin || (isSandbox && isLoopback(origin));
}

function isOrigin(text: string): boolean {
  return PLAIN_ORIGIN.test(text) && parse(text)?.origin === text;
}

function parse(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}
