import { accentFault, accentStyles } from "@/packages/colour/accent";
import type { Colour } from "@/packages/colour/contrast";

/** `/accent/1b4f8f.css`: the style sheet of a colour, as the pages' policy allows no inline styles. */
export async function GET(_request: Request, { params }: { params: Promise<{ file: string }> }) {
  const [, digits] = /^([0-9a-f]{6})\.css$/.exec((await params).file) ?? [];
  const accent: Colour = `#${digits}`;
  const headers = { "X-Content-Type-Options": "nosniff" };
  if (accentFault(accent) !== null)
    return new Response("There is no such accent.\n", {
      status: 404,
      headers: { ...headers, "Cache-Control": "no-store" },
    });
  return new Response(accentStyles(accent), {
    headers: {
      ...headers,
      "Content-Type": "text/css; charset=utf-8",
      // A day: a later release may derive other tones from the same colour.
      "Cache-Control": "public, max-age=86400",
    },
  });
}
