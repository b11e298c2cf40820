import { LOGO_VERSION_LENGTH } from "@/lib/domain/brand";
import { published } from "@/server/instance/published";

/** A provider's logo. At the address with its version it never changes; at any other it is asked for each time. */
export async function GET(request: Request, { params }: { params: Promise<{ code: string }> }) {
  const headers = {
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; sandbox",
  };
  const logo = await published().pages.portal.logo((await params).code);
  if (!logo)
    return new Response("There is no logo here.\n", {
      status: 404,
      headers: { ...headers, "Cache-Control": "no-store" },
    });
  const isVersioned =
    new URL(request.url).searchParams.get("v") === logo.sha256.slice(0, LOGO_VERSION_LENGTH);
  const cached = {
    ...headers,
    ETag: `"${logo.sha256}"`,
    "Cache-Control": isVersioned ? "public, max-age=31536000, immutable" : "no-cache",
  };
  if (request.headers.get("if-none-match")?.includes(logo.sha256))
    return new Response(null, { status: 304, headers: cached });
  return new Response(new Uint8Array(logo.image), { headers: { ...cached, "Content-Type": logo.type } });
}
