import type { NextRequest } from "next/server";
import { published } from "@/server/instance/published";
import { BackFromBank, RETURNED } from "../../../../components/card-page/NoCardPage";
import { TestBand } from "../../../../components/ui/TestBand";
import { drawnPage } from "../../../drawn";

/** Where the bank sends a student back to (3-D Secure), whichever page or system sent the card. */
export async function GET(request: NextRequest): Promise<Response> {
  const { pages } = published();
  const page = pages.rememberedPage(request.cookies);
  if (page) return new Response(null, { status: 303, headers: { Location: page } });
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
