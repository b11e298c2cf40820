import { published } from "@/lib/api/published";

export async function GET(_request: Request, { params }: { params: Promise<{ secret: string }> }) {
  const calendar = await published().pages.portal.calendar((await params).secret);
  if (!calendar) return new Response("There is no signed payment plan here.\n", { status: 404 });
  return new Response(calendar, {
    headers: {
      "Content-Type": "text/calendar; charset=utf-8",
      "Content-Disposition": 'attachment; filename="debits.ics"',
      "Cache-Control": "private, no-store",
    },
  });
}
