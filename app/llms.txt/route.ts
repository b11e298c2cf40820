import { connection } from "next/server";
import { published } from "../../lib/api/published";
import { llmsIndex } from "../../lib/docs/llms";

export async function GET() {
  await connection();
  const { openApi, baseUrl } = published().pages;
  return new Response(llmsIndex(openApi(), baseUrl), {
    headers: { "Content-Type": "text/plain; charset=utf-8" },
  });
}
