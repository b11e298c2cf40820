import { published } from "@/lib/api/published";
import { asDownload } from "@/lib/domain/file-name";

export async function GET(_request: Request, { params }: { params: Promise<{ secret: string }> }) {
  const agreement = await published().pages.portal.agreement((await params).secret);
  if (!agreement) return new Response("There is no signed agreement here.\n", { status: 404 });
  return new Response(agreement.pdf as BodyInit, {
    headers: {
      "Content-Type": "application/pdf",
      "Content-Disposition": asDownload(agreement.name),
      "Cache-Control": "private, no-store",
    },
  });
}
