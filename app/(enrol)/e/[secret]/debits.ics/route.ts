import { published } from "@/lib/api/published";
import { asDownload } from "@/lib/domain/file-name";

export async function GET(_request: Request, { params }: { params: Promise<{ secret: string }> }) {
  const calendar = await published().pages.portal.calendar((await params).secret);
  if (!calendar) return new Response("There is no signed payment plan here.\n", { status: 404 });
  return new Response(calendar.text, {
    headers: {
      "Content-Type": "text/calendar; charset=utf-8",
      "Content-Disposition": asDownload(calendar.name),
      "Cache-Control": "private, no-store",
    },
  });
}
