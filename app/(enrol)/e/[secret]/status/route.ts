import { published } from "@/server/instance/published";

/** For pages that wait: `{ "step": "done", "mail": "sent", "isAtBank": false }`. */
export async function GET(_request: Request, { params }: { params: Promise<{ secret: string }> }) {
  const view = await published().pages.portal.view((await params).secret);
  const { step, resultMail: mail, cardBankUrl } = view ?? { step: null };
  return Response.json(
    { step, mail, isAtBank: Boolean(cardBankUrl) },
    { status: view ? 200 : 404, headers: { "Cache-Control": "no-store" } },
  );
}
