import type { NextRequest } from "next/server";
import { CLEARED, type SetupPage, type SetupView } from "@/lib/setup-page/view";
import { published } from "@/server/instance/published";
import { workAfterAnswer } from "@/server/pages/after-answer";
import { FAULT, Fault, LinkNotActive, NOT_ACTIVE } from "../../../components/setup/NoSetup";
import { SetupFlow, tabTitle } from "../../../components/setup/SetupFlow";
import { TestBand } from "../../../components/ui/TestBand";
import { drawnPage } from "../../drawn";

export const maxDuration = 60;

type Shown =
  | { kind: "page"; status: 200 | 400; session: string; page: SetupPage }
  | { kind: "inactive"; status: 404; newLinkAt: string | null }
  | { kind: "fault"; status: 500 };

/** The hosted page, which takes its own forms. React is for the server alone here: a form in a frame is to be there at once. */
export async function GET(request: NextRequest): Promise<Response> {
  // Our log has the fault already (server/instance/guarded.ts).
  const shown = await answer(request).catch((): Shown => ({ kind: "fault", status: 500 }));
  const { pages } = published();
  const accent = shown.kind === "page" ? shown.page.provider.brand.accent : null;
  return drawnPage(request, {
    status: shown.status,
    title: titleOf(shown),
    head: (
      <>
        <meta name="robots" content="noindex, nofollow" />
        {accent && <link rel="stylesheet" href={`/accent/${accent.slice(1)}.css`} />}
        <script src="/setup/v1.js" defer />
      </>
    ),
    theme: themeOf(request),
    body: (
      <>
        {pages.environment === "sandbox" && <TestBand shown={pages} />}
        {shown.kind === "page" && <SetupFlow session={shown.session} page={shown.page} />}
        {shown.kind === "inactive" && <LinkNotActive newLinkAt={shown.newLinkAt} />}
        {shown.kind === "fault" && <Fault />}
      </>
    ),
  });
}

export { GET as POST };

async function answer(request: NextRequest): Promise<Shown> {
  const { setup, portal } = published().pages;
  const { searchParams } = request.nextUrl;
  const session = searchParams.get("session") ?? "";
  const isForm = request.method === "POST";
  const form = isForm ? await request.formData().catch(() => null) : null;
  if (form) workAfterAnswer();
  const view = form && (await setup.submit(form, request.headers));
  const asked = {
    parentOrigin: searchParams.get("parent_origin"),
    returnUrl: searchParams.get("return_url"),
  };
  const page = await setup.open(session, asked);
  if (!page) return { kind: "inactive", status: 404, newLinkAt: portal.sendsMail() ? "/link" : null };
  const status = isForm && !form ? 400 : 200;
  if (view && form.get("session") === session)
    return { kind: "page", status, session, page: { ...page, view } };
  // What was sent could not be read, or belongs to another session.
  const shown: SetupView =
    isForm && page.view.state === "bank" ? { ...page.view, notice: CLEARED.notice } : page.view;
  return { kind: "page", status, session, page: { ...page, view: shown } };
}

/** What the page around a frame asks for. */
function themeOf({ nextUrl: { searchParams }, headers }: NextRequest): "light" | "dark" | undefined {
  const theme = searchParams.get("theme");
  if (theme === "light" || theme === "dark") return theme;
  // Our embed script, which names its page's origin, asks for a theme where the page around it has but one.
  const isFramed = !searchParams.get("parent_origin") && headers.get("sec-fetch-dest") === "iframe";
  return isFramed ? "light" : undefined;
}

function titleOf(shown: Shown): string {
  if (shown.kind === "page") return tabTitle(shown.page);
  return `${shown.kind === "inactive" ? NOT_ACTIVE : FAULT} – Provider Checkout`;
}
