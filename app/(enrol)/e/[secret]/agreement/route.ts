import { published } from "@/lib/api/published";
import { asDownload } from "@/lib/domain/file-name";

export async function GET(_request: Request, { params }: { params: Promise<{ secret: string }> }) {
  const { secret } = await params;
  const agreement = await published().pages.portal.agreement(secret);
  if (!agreement) return new Response("There is no signed agreement here.\n", { status: 404 });
  // That page says so, and goes on by itself.
  if (agreement === "being_made")
    return new Response(null, { status: 303, headers: { Location: `/e/${secret}/done` } });
  return new Response(agreement.pdf as BodyInit, {
    headers: {
      "Content-Type": "application/pdf",
      "Content-Disposition": asDownload(agreement.name),
      "Cache-Control": "private, no-store",
    },
  });
}
