/** Whether an address is this very computer's. */
export function isLoopback(origin: string): boolean {
  const url = URL.canParse(origin) ? new URL(origin) : null;
  return url !== null && ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);
}

/**
 * Whether a form comes from one of our own pages: Next's own check believes forwarded headers and lets a missing
 * Origin pass, this one compares with the configured address. On a laptop the names of loopback are one; a sandbox
 * is known there under each of them. Contract section 10.
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
 * The same by a form's headers. A page that sends no referrer has browsers write `Origin: null` on its forms; where
 * these come from is said by a header then that no page can write.
 */
export function isOwnSender(
  headers: { get(name: string): string | null },
  baseUrl: string,
  isSandbox: boolean,
): boolean {
  const origin = headers.get("origin");
  if (origin === "null") return headers.get("sec-fetch-site") === "same-origin";
  return isOwnOrigin(origin, baseUrl, isSandbox);
}
