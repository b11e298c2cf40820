import type { HeadersOf } from "./types";

/** Whether a URL names this machine. */
export function isLoopback(origin: string): boolean {
  const url = URL.canParse(origin) ? new URL(origin) : null;
  return url !== null && url.username === "" && ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);
}

/**
 * Whether a form comes from one of our own pages. Next's own check trusts forwarded headers and lets a missing Origin
 * pass; this one compares with BASE_URL. In a sandbox all names of loopback count as one. Contract section 10.
 */
export function isOwnOrigin(origin: string | null, baseUrl: string, isSandbox: boolean): boolean {
  if (origin === null || !URL.canParse(origin)) return false;
  const [given, own] = [new URL(origin), new URL(baseUrl)];
  if (given.origin === own.origin) return true;
  return (
    isSandbox &&
    isLoopback(origin) &&
    isLoopback(baseUrl) &&
    given.protocol === own.protocol &&
    given.port === own.port
  );
}

/**
 * The same from a form's headers. Browsers send `Origin: null` from a page without referrer; Sec-Fetch-Site,
 * which no page can forge, then says where the form comes from.
 */
export function isOwnSender(headers: HeadersOf, baseUrl: string, isSandbox: boolean): boolean {
  const origin = headers.get("origin");
  if (origin === "null") return headers.get("sec-fetch-site") === "same-origin";
  return isOwnOrigin(origin, baseUrl, isSandbox);
}
