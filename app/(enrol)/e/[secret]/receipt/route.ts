import { published } from "@/lib/api/published";
import { asDownload } from "@/lib/domain/file-name";

export async function GET(_request: Request, { params }: { params: Promise<{ secret: string }> }) {
  const receipt = await published().pages.portal.receipt((await params).secret);
  if (!receipt) return new Response("There is no receipt here.\n", { status: 404 });
  if (receipt === "busy")
    return new Response("There was no time to make your receipt. Load this page again in a few seconds.\n", {
      status: 503,
      headers: { "Retry-After": "5", "Cache-Control": "no-store" },
    });
  return new Response(receipt.pdf as BodyInit, {
    headers: {
      "Content-Type": "application/pdf",
      "Content-Disposition": asDownload(receipt.name),
      "Cache-Control": "private, no-store",
    },
  });
}
