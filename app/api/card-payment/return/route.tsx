import type { NextRequest } from "next/server";
import { published } from "@/server/instance/published";
import { workAfterAnswer } from "@/server/pages/after-answer";
import { BackFromBank, RETURNED } from "../../../../components/card-page/NoCardPage";
import { TestBand } from "../../../../components/ui/TestBand";
import { drawnPage } from "../../../drawn";

/** Where the bank sends a student back to (3-D Secure), whichever page or system sent the card. */
export async function GET(request: NextRequest): Promise<Response> {
  const { pages } = published();
  const page = pages.rememberedPage(request.cookies);
  if (page) {
    // Our log has a fault already; the page goes on by itself later.
    await pages.backFromBank(page).catch(() => {});
    workAfterAnswer();
    return movedTo(page, { "Set-Cookie": pages.forgetPage() });
  }
  // Stripe appends its client secret, which must not stay in the address.
  if (request.nextUrl.search) return movedTo(request.nextUrl.pathname);
  return drawnPage(request, {
    status: 200,
    title: `${RETURNED} – Provider Checkout`,
    head: <meta name="robots" content="noindex, nofollow" />,
    body: (
      <>
        {pages.environment === "sandbox" && <TestBand shown={pages} />}
        <BackFromBank />
      </>
    ),
  });
}

const movedTo = (page: string, headers: Record<string, string> = {}) =>
  new Response(null, { status: 303, headers: { ...headers, Location: page } });
