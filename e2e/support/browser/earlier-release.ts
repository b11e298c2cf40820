import type { Page, Route } from "@playwright/test";

/** An id that no build makes. */
const UNKNOWN = `40${"0".repeat(40)}`;
const IN_BODY = /(\$ACTION_ID_|"id":")[0-9a-f]{40,64}/g;

/** Has the next form of a page, or of a frame in it, arrive as one of an earlier release: by an id that the server does not know. */
export async function ofEarlierRelease(page: Page): Promise<void> {
  let isFirst = true;
  const change = async (route: Route) => {
    const request = route.request();
    if (request.method() !== "POST" || !isFirst) return route.fallback();
    isFirst = false;
    const headers = request.headers();
    if ("next-action" in headers) return route.continue({ headers: { ...headers, "next-action": UNKNOWN } });
    const body = request.postDataBuffer()!.toString("latin1").replace(IN_BODY, `$1${UNKNOWN}`);
    return route.continue({ postData: Buffer.from(body, "latin1") });
  };
  await page.route("**/*", change);
}
