import { connection } from "next/server";
import { GUIDES, guideText } from "../../packages/docs/guides";
import { textResponse } from "../../packages/docs/text-response";
import { published } from "../../server/instance/published";

/** All guides in their order, for programs that read text, with addresses that work anywhere: https://llmstxt.org. */
export async function GET() {
  await connection();
  const { baseUrl } = published().pages;
  const texts = GUIDES.map(({ slug }) => guideText(slug, baseUrl).replaceAll("](/", `](${baseUrl}/`).trim());
  return textResponse(`${texts.join("\n\n")}\n`);
}
