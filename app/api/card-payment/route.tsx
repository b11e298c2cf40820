import type { NextRequest } from "next/server";
import type { CardPage } from "@/lib/card-page/view";
import { published } from "@/server/instance/published";
import { workAfterAnswer } from "@/server/pages/after-answer";
import { CardPageFlow, titleOf } from "../../../components/card-page/CardPageFlow";
import { FAULT, Fault, LinkNotActive, NOT_ACTIVE } from "../../../components/card-page/NoCardPage";
import { TestBand } from "../../../components/ui/TestBand";
import { drawnPage } from "../../drawn";

export const maxDuration = 60;

type Shown =
  | { kind: "page"; status: 200; page: CardPage; notice: string | null }
  | { kind: "inactive"; status: 404 }
  | { kind: "fault"; status: 500 };

/**
 * The hosted card page. A posted card is charged, and the browser is sent back to see what came of it, or on to the
 * provider's page once it is paid.
 */
export async function GET(request: NextRequest): Promise<Response> {
  // Our log has the fault already (server/instance/guarded.ts).
  const shown = await answer(request).catch((): Shown => ({ kind: "fault", status: 500 }));
  if (shown instanceof Response) return shown;
  const { pages } = published();
  const page = shown.kind === "page" ? shown.page : null;
  const accent = page?.provider.brand.accent;
  return drawnPage(request, {
    status: shown.status,
    title:
      shown.kind === "page"
        ? titleOf(shown.page, shown.notice)
        : `${shown.kind === "inactive" ? NOT_ACTIVE : FAULT} – Provider Checkout`,
    head: (
      <>
        <meta name="robots" content="noindex, nofollow" />
        {accent && <link rel="stylesheet" href={`/accent/${accent.slice(1)}.css`} />}
        {page?.view.state === "card" && <script src={page.card.script} defer />}
        {page && <script src="/card-payment/v1.js" defer />}
      </>
    ),
    body: (
      <>
        {pages.environment === "sandbox" && <TestBand shown={pages} />}
        {shown.kind === "page" && <CardPageFlow page={shown.page} notice={shown.notice} />}
        {shown.kind === "inactive" && <LinkNotActive />}
        {shown.kind === "fault" && <Fault />}
      </>
    ),
  });
}

export { GET as POST };

async function answer(request: NextRequest): Promise<Shown | Response> {
  const { cardPage, rememberPage } = published().pages;
  const { searchParams, search } = request.nextUrl;
  const session = searchParams.get("session") ?? "";
  const form = request.method === "POST" ? await request.formData().catch(() => null) : null;
  if (form) workAfterAnswer();
  const notice = form && (await cardPage.pay(session, form, request.headers));
  const page = await cardPage.open(session, searchParams.get("return_url"));
  if (!page) return { kind: "inactive", status: 404 };
  const wayOn = cardPage.wayOn(page);
  if (wayOn) return new Response(null, { status: 303, headers: { Location: wayOn } });
  if (!form || notice !== null) return { kind: "page", status: 200, page, notice };
  // A reload of the next page sends no card again.
  const again = `/api/card-payment${search}`;
  return new Response(null, {
    status: 303,
    headers: { Location: again, "Set-Cookie": rememberPage(again) },
  });
}
