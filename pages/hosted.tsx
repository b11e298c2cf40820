import type { IncomingMessage, ServerResponse } from "node:http";
import type { GetServerSideProps } from "next";
import Head from "next/head";
import { FAULT_TITLE, Fault } from "../components/setup/Fault";
import { LinkNotActive, NOT_ACTIVE_TITLE } from "../components/setup/LinkNotActive";
import { SetupFlow, tabTitle } from "../components/setup/SetupFlow";
import { TestBand, testLinks } from "../components/ui/TestBand";
import { published } from "../lib/api/published";
import type { SetupPage, SetupView } from "../lib/setup-page/view";

/** Drawn at `/api/dd-setup`, where proxy.ts leads. React is for the server alone here: a form in a frame is to be there at once. */
export const config = { unstable_runtimeJS: false, maxDuration: 60 };

type Drawn =
  | { kind: "page"; session: string; page: SetupPage }
  | { kind: "inactive"; newLinkAt: string | null }
  | { kind: "fault" };
type Props = Drawn & { testLinks: ReturnType<typeof testLinks> | null };

export const getServerSideProps: GetServerSideProps<Props> = async ({ req, res, query }) => {
  const { pages } = published();
  const drawn = await answer(req, res, query).catch((): Drawn => {
    // Our log has it already (lib/api/guarded.ts).
    res.statusCode = 500;
    return { kind: "fault" };
  });
  // Next refuses members that are undefined.
  const links = pages.environment === "sandbox" ? testLinks(pages) : null;
  return { props: JSON.parse(JSON.stringify({ ...drawn, testLinks: links })) };
};

type Query = Record<string, string | string[] | undefined>;

async function answer(req: IncomingMessage, res: ServerResponse, query: Query): Promise<Drawn> {
  const { setup, portal } = published().pages;
  const session = one(query.session) ?? "";
  const posted = req.method === "POST" ? await submitted(req, res) : null;
  const asked = { parentOrigin: one(query.parent_origin), returnUrl: one(query.return_url) };
  const page = await setup.open(session, asked);
  if (!page) {
    res.statusCode = 404;
    return { kind: "inactive", newLinkAt: portal.sendsMail() ? "/link" : null };
  }
  if (posted?.session === session) return { kind: "page", session, page: { ...page, view: posted.view } };
  // What was sent could not be read, or belongs to another session.
  const isLost = req.method === "POST";
  const view: SetupView =
    isLost && page.view.state === "bank" ? { ...page.view, notice: "cleared" } : page.view;
  return { kind: "page", session, page: { ...page, view } };
}

/** The step that follows a form. */
async function submitted(
  req: IncomingMessage,
  res: ServerResponse,
): Promise<{ session: string; view: SetupView } | null> {
  const { pages, maxFormBytes } = published();
  const form = await formOf(req, maxFormBytes);
  if (!form) {
    res.statusCode = 400;
    return null;
  }
  const headers = { get: (name: string) => req.headers[name]?.toString() ?? null };
  workAfter(res);
  const view = await pages.setup.submit(form, headers);
  return { session: String(form.get("session") ?? ""), view };
}

/** Null for what is no form, or too large a one. */
async function formOf(req: IncomingMessage, maxBytes: number): Promise<FormData | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of req) {
    length += chunk.length;
    if (length > maxBytes) return null;
    chunks.push(chunk);
  }
  const headers = { "Content-Type": req.headers["content-type"] ?? "" };
  return new Response(Buffer.concat(chunks), { headers }).formData().catch(() => null);
}

/** The platform's own: Next's `after` is for pages of `app`. */
interface Platform {
  get(): { waitUntil?(work: Promise<unknown>): void } | undefined;
}
const PLATFORM = ["@next/request-context", "@vercel/request-context"].map((name) => Symbol.for(name));

/** Has what a form wrote worked on once its answer has been sent, where no timer does. D-169 */
function workAfter(res: ServerResponse): void {
  const { followUp } = published();
  if (!followUp) return;
  const sent = new Promise((resolve) => res.once("close", resolve));
  const platforms = globalThis as { [name: symbol]: Platform | undefined };
  const platform = PLATFORM.map((name) => platforms[name]?.get()).find(Boolean);
  platform?.waitUntil?.(sent.then(followUp));
}

const one = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value) ?? null;

export default function HostedPage(props: Props) {
  const accent = props.kind === "page" ? props.page.provider.brand.accent : null;
  return (
    <>
      <Head>
        <title>{titleOf(props)}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow" />
        {accent && <link rel="stylesheet" href={`/accent/${accent.slice(1)}.css`} />}
        <script src="/setup/v1.js" defer />
      </Head>
      {props.testLinks && <TestBand links={props.testLinks} />}
      {props.kind === "page" && <SetupFlow session={props.session} page={props.page} />}
      {props.kind === "inactive" && <LinkNotActive newLinkAt={props.newLinkAt} />}
      {props.kind === "fault" && <Fault />}
    </>
  );
}

function titleOf(props: Props): string {
  if (props.kind === "page") return tabTitle(props.page);
  return props.kind === "inactive" ? NOT_ACTIVE_TITLE : FAULT_TITLE;
}
