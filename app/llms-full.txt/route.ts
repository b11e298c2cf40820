import { connection } from "next/server";
import { published } from "../../lib/api/published";
import { llmsFull } from "../../lib/docs/llms";

export async function GET() {
  await connection();
  return new Response(llmsFull(published().pages.baseUrl), {
    headers: { "Content-Type": "text/plain; charset=utf-8" },
  });
}
