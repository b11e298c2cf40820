const COOKIE = "card_page";
/** A student who has not come back from the bank by then has left its page. */
const KEPT_SECONDS = 3_600;
/** The hosted card page with its session, or an enrolment. */
const PAGE = /^\/(api\/card-payment\?[!-~]+|e\/[\w-]+(\/plan\/pay\?was=awaited)?)$/;

/** For the return from the bank (3-D Secure): which page this browser paid on. Nothing else reads it. */
export const rememberPage = (page: string, baseUrl: string): string =>
  cookie(encodeURIComponent(page), KEPT_SECONDS, baseUrl);

/** Once the student is back: the next one at a shared computer is not led to this page. */
export const forgetPage = (baseUrl: string): string => cookie("", 0, baseUrl);

function cookie(value: string, seconds: number, baseUrl: string): string {
  const secure = baseUrl.startsWith("https:") ? "; Secure" : "";
  return `${COOKIE}=${value}; Path=/api/card-payment; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
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
