import type { ReactNode } from "react";
import { published } from "@/server/instance/published";
import { RELOAD_WITHOUT_FILES } from "../components/missing-files";

interface Drawn {
  status: number;
  title: string;
  /** Beside the title: what else stands in the page's head. */
  head: ReactNode;
  /** Else the system's. */
  theme?: "light" | "dark";
  body: ReactNode;
}

/**
 * A whole page that React draws on the server alone: it ships none of the framework's scripts.
 * See docs/decisions/045-pages-without-framework.md.
 */
export async function drawnPage(
  request: Request,
  { status, title, head, theme, body }: Drawn,
): Promise<Response> {
  // Node's own copy: a route handler may not import it, and bundled it would be the one that draws nothing.
  const { renderToStaticMarkup } = await import(/* turbopackIgnore: true */ "react-dom/server");
  const { styles, fonts } = await published().pageFiles();
  const html = renderToStaticMarkup(
    <html lang="en-AU" data-theme={theme}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        <script
          nonce={request.headers.get("x-nonce") ?? undefined}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a text of our own
          dangerouslySetInnerHTML={{ __html: RELOAD_WITHOUT_FILES }}
        />
        {fonts.map((href) => (
          <link key={href} rel="preload" href={href} as="font" type="font/woff2" crossOrigin="anonymous" />
        ))}
        {styles.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
        {head}
      </head>
      <body>{body}</body>
    </html>,
  );
  const headers = {
    "Content-Type": "text/html; charset=utf-8",
    "Cache-Control": "private, no-cache, no-store, max-age=0, must-revalidate",
  };
  return new Response(`<!DOCTYPE html>${html}`, { status, headers });
}
