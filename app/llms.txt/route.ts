import { connection } from "next/server";
import { GUIDES, guideText } from "../../packages/docs/guides";
import { published } from "../../server/instance/published";

/** All guides in their order, for programs that read text, with addresses that work anywhere: https://llmstxt.org. */
export async function GET() {
  await connection();
  const { baseUrl } = published().pages;
  const texts = GUIDES.map(({ slug }) => guideText(slug, baseUrl).replaceAll("](/", `](${baseUrl}/`).trim());
  const headers = { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=300" };
  return new Response(`${texts.join("\n\n")}\n`, { headers });
}
