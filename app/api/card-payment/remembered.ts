import { published } from "@/server/instance/published";

const COOKIE = "card_page";
/** A student who has not come back from the bank by then has left its page. */
const KEPT_SECONDS = 3_600;

/** For the return from the bank (3-D Secure): which page this browser paid on. Nothing else reads it. */
export function rememberPage(search: string): string {
  const secure = published().pages.baseUrl.startsWith("https:") ? "; Secure" : "";
  const value = encodeURIComponent(search);
  return `${COOKIE}=${value}; Path=/api/card-payment; Max-Age=${KEPT_SECONDS}; HttpOnly; SameSite=Lax${secure}`;
}

/** The page that this browser paid on; null if it is not known. */
export function rememberedPage(cookies: { get(name: string): { value: string } | undefined }): string | null {
  const value = cookies.get(COOKIE)?.value ?? "";
  try {
    const search = decodeURIComponent(value);
    return search.startsWith("?") ? `/api/card-payment${search}` : null;
  } catch {
    return null;
  }
}
