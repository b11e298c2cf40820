import { asDownload } from "../../../../../packages/text/file-name";
import { published } from "../../../../../server/instance/published";

export async function GET(request: Request, { params }: { params: Promise<{ id: string }> }) {
  const attached = await published()
    .pages.keptMailFor(request.headers)
    ?.attachment((await params).id);
  if (!attached) return new Response("Nothing is attached to this email.\n", { status: 404 });
  return new Response(new Uint8Array(attached.content), {
    headers: {
      "Content-Type": attached.contentType,
      "Content-Disposition": asDownload(attached.filename),
      "Cache-Control": "no-store",
    },
  });
}
