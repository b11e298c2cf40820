import { published } from "../../../../../lib/api/published";

/** Inline styles are all that a mail has; nothing else in it may run, load or be sent. Its links open beside it. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox";

/** The HTML part of a kept mail, to be framed by the page about it. */
export async function GET(_request: Request, { params }: { params: Promise<{ id: string }> }) {
  const html = await published().pages.keptMail?.html((await params).id);
  const headers = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": POLICY,
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
  };
  if (!html) return new Response("There is no such email.\n", { status: 404, headers });
  return new Response(html, { headers: { ...headers, "Content-Type": "text/html; charset=utf-8" } });
}
