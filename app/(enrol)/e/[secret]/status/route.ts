import { published } from "@/lib/api/published";

/** For pages that wait: `{ "step": "done", "mail": "sent", "agreement": "ready" }`. */
export async function GET(_request: Request, { params }: { params: Promise<{ secret: string }> }) {
  const view = await published().pages.portal.view((await params).secret);
  const { step, resultMail: mail, agreement } = view ?? { step: null };
  return Response.json(
    { step, mail, agreement },
    { status: view ? 200 : 404, headers: { "Cache-Control": "no-store" } },
  );
}
