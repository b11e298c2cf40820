import NextDocument, { type DocumentContext, Head, Html, Main } from "next/document";
import { inter } from "../app/fonts";
import { RELOAD_WITHOUT_FILES } from "../components/missing-files";

interface Props {
  nonce: string | undefined;
  /** What the page around a frame asks for, light where it asks for nothing; else the system's. */
  theme: "light" | "dark" | undefined;
}

/** No scripts of Next's: what pages of this folder need of one, they load themselves. */
export default class Document extends NextDocument<Props> {
  static override async getInitialProps(context: DocumentContext) {
    const { theme, parent_origin } = context.query;
    // Our embed script, which names that origin, asks for a theme where the page around it has but one.
    const isFramed = !parent_origin && context.req?.headers["sec-fetch-dest"] === "iframe";
    return {
      ...(await NextDocument.getInitialProps(context)),
      nonce: context.req?.headers["x-nonce"]?.toString(),
      theme: theme === "light" || theme === "dark" ? theme : isFramed ? "light" : undefined,
    };
  }

  override render() {
    const { nonce, theme } = this.props;
    return (
      <Html lang="en-AU" className={inter.variable} data-theme={theme}>
        <Head>
          <script
            nonce={nonce}
            // biome-ignore lint/security/noDangerouslySetInnerHtml: a text of our own
            dangerouslySetInnerHTML={{ __html: RELOAD_WITHOUT_FILES }}
          />
        </Head>
        <body>
          <Main />
        </body>
      </Html>
    );
  }
}
