import type { GetServerSideProps, PageConfig } from "next";
import Head from "next/head";
import { DocsPage } from "../../components/docs/DocsPage";
import { DocsShell } from "../../components/docs/DocsShell";
import { menuHtml } from "../../components/docs/menu-html";
import { PAGE_SCRIPT } from "../../components/docs/page-script";
import { SkipLink } from "../../components/ui/SkipLink";
import { docsTestLinks, TestBand } from "../../components/ui/TestBand";
import { published } from "../../lib/api/published";
import { type DocsView, docsHead, docsMenu, docsViewAt } from "../../lib/docs/view";

/** React is for the server alone here, as on the hosted page. D-200 */
export const config: PageConfig = { unstable_runtimeJS: false };

interface Props {
  view: DocsView;
  title: string;
  description: string | null;
  menu: string;
  testLinks: ReturnType<typeof docsTestLinks> | null;
  nonce: string | null;
}

export const getServerSideProps: GetServerSideProps<Props> = async ({ req, res, params, query }) => {
  const { pages } = published();
  const path = [params?.path ?? []].flat();
  const document = pages.openApi();
  const view = await docsViewAt(path, [query.q ?? ""].flat()[0]!, document, pages.baseUrl);
  if (view.kind === "lost") res.statusCode = 404;
  const props: Props = {
    view,
    ...docsHead(view),
    menu: menuHtml(docsMenu(document), ["/docs", ...path].join("/")),
    testLinks: pages.environment === "sandbox" ? docsTestLinks(pages) : null,
    nonce: req.headers["x-nonce"]?.toString() ?? null,
  };
  // Next refuses members that are undefined.
  return { props: JSON.parse(JSON.stringify(props)) };
};

export default function Docs({ view, title, description, menu, testLinks, nonce }: Props) {
  return (
    <>
      <Head>
        <title>{`${title} – Provider Checkout Docs`}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content={description === null ? "noindex" : "index"} />
        {description !== null && <meta name="description" content={description} />}
        <link rel="alternate" type="application/atom+xml" title="Changelog" href="/docs/changelog.xml" />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
      </Head>
      <script
        nonce={nonce ?? undefined}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: a text of our own
        dangerouslySetInnerHTML={{ __html: PAGE_SCRIPT }}
      />
      <SkipLink />
      {testLinks && <TestBand links={testLinks} />}
      <DocsShell menu={menu} query={view.kind === "search" ? view.query : undefined}>
        <DocsPage view={view} />
      </DocsShell>
    </>
  );
}
