import type { NextRequest } from "next/server";
import { published } from "@/server/instance/published";
import { SkipLink } from "../../../components/ui/SkipLink";
import { TestBand } from "../../../components/ui/TestBand";
import { DocsShell } from "../../../packages/docs/DocsShell";
import { PAGE_SCRIPT } from "../../../packages/docs/page-script";
import { docsMenu, LOST_PAGE, pageAt } from "../../../packages/docs/pages";
import { drawnPage } from "../../drawn";

export async function GET(request: NextRequest, { params }: { params: Promise<{ path?: string[] }> }) {
  const { path = [] } = await params;
  const { pages } = published();
  const document = pages.openApi();
  const found = pageAt(path, document, pages.baseUrl);
  const { title, description, body } = found ?? LOST_PAGE;
  return drawnPage(request, {
    status: found ? 200 : 404,
    title: `${title} – Provider Checkout Docs`,
    head: (
      <>
        <meta name="robots" content={description === null ? "noindex" : "index"} />
        {description !== null && <meta name="description" content={description} />}
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
      </>
    ),
    body: (
      <>
        <script
          nonce={request.headers.get("x-nonce") ?? undefined}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a text of our own
          dangerouslySetInnerHTML={{ __html: PAGE_SCRIPT }}
        />
        <SkipLink />
        {pages.environment === "sandbox" && <TestBand />}
        <DocsShell menu={docsMenu(document)} current={["/docs", ...path].join("/")}>
          {body}
        </DocsShell>
      </>
    ),
  });
}
