const COOKIE = "card_page";
/** A student who has not come back from the bank by then has left its page. */
const KEPT_SECONDS = 3_600;
/** The hosted card page with its session, or an enrolment. */
const PAGE = /^\/(api\/card-payment\?|e\/[\w-]+$)/;

/** For the return from the bank (3-D Secure): which page this browser paid on. Nothing else reads it. */
export function rememberPage(page: string, baseUrl: string): string {
  const secure = baseUrl.startsWith("https:") ? "; Secure" : "";
  return `${COOKIE}=${encodeURIComponent(page)}; Path=/api/card-payment; Max-Age=${KEPT_SECONDS}; HttpOnly; SameSite=Lax${secure}`;
}

/** The page that this browser paid on; null if it is not known. */
export function rememberedPage(cookies: { get(name: string): { value: string } | undefined }): string | null {
  try {
    const page = decodeURIComponent(cookies.get(COOKIE)?.value ?? "");
    return PAGE.test(page) ? page : null;
  } catch {
    return null;
  }
}
