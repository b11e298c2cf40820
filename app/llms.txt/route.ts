import { connection } from "next/server";
import { keptText } from "../../packages/docs/kept-text";
import { llmsIndex } from "../../packages/docs/llms";
import { published } from "../../server/instance/published";

export async function GET(request: Request) {
  await connection();
  const { openApi, baseUrl } = published().pages;
  return keptText(request, "llms", "text/plain; charset=utf-8", () => llmsIndex(openApi(), baseUrl));
}
