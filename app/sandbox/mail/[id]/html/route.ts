import { published } from "../../../../../server/instance/published";

/** Allows a mail's inline styles and links in new windows, and nothing else. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox";

export async function GET(request: Request, { params }: { params: Promise<{ id: string }> }) {
  const html = await published()
    .pages.keptMailFor(request.headers)
    ?.html((await params).id);
  const headers = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": POLICY,
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
  };
  if (!html) return new Response("There is no such email.\n", { status: 404, headers });
  return new Response(html, { headers: { ...headers, "Content-Type": "text/html; charset=utf-8" } });
}
