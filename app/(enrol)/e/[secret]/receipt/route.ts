import { published } from "@/lib/api/published";
import { asDownload } from "@/lib/domain/file-name";

export async function GET(_request: Request, { params }: { params: Promise<{ secret: string }> }) {
  const { secret } = await params;
  const receipt = await published().pages.portal.receipt(secret);
  if (!receipt) return new Response("There is no receipt here.\n", { status: 404 });
  // That page says so, and goes on by itself.
  if (receipt === "being_made")
    return new Response(null, { status: 303, headers: { Location: `/e/${secret}/done?receipt=being_made` } });
  return new Response(receipt.pdf as BodyInit, {
    headers: {
      "Content-Type": "application/pdf",
      "Content-Disposition": asDownload(receipt.name),
      "Cache-Control": "private, no-store",
    },
  });
}
