import { published } from "@/server/instance/published";

/** For pages that wait: `{ "step": "done" }`. */
export async function GET(_request: Request, { params }: { params: Promise<{ secret: string }> }) {
  const view = await published().pages.portal.view((await params).secret);
  return Response.json(
    { step: view?.step ?? null },
    { status: view ? 200 : 404, headers: { "Cache-Control": "no-store" } },
  );
}
