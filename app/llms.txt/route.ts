import { connection } from "next/server";
import { guideText, PARTS } from "../../packages/docs/guides";
import { textResponse } from "../../packages/docs/text-response";
import { published } from "../../server/instance/published";

const BEGINNING = `# Provider Checkout

All guides in two parts. *Integrate* is for developers who call the API, *Operate* for those who run the service.`;

/** For programs that read text, with addresses that work anywhere: https://llmstxt.org. */
export async function GET() {
  await connection();
  const { baseUrl } = published().pages;
  const parts = PARTS.flatMap(({ part, slugs }) => [
    `# ${part}`,
    ...slugs.map((slug) => guideText(slug, baseUrl).replaceAll("](/", `](${baseUrl}/`).trim()),
  ]);
  return textResponse(`${[BEGINNING, ...parts].join("\n\n")}\n`);
}
