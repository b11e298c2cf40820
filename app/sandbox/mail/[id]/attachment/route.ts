import { published } from "../../../../../lib/api/published";

export async function GET(request: Request, { params }: { params: Promise<{ id: string }> }) {
  const attached = await published()
    .pages.keptMailFor(request.headers)
    ?.attachment((await params).id);
  if (!attached) return new Response("Nothing is attached to this email.\n", { status: 404 });
  return new Response(attached.bytes as BodyInit, {
    headers: {
      "Content-Type": attached.type,
      "Content-Disposition": `attachment; filename="${attached.filename}"`,
      "Cache-Control": "no-store",
    },
  });
}
