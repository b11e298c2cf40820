import { connection } from "next/server";
import { published } from "../../lib/api/published";
import { keptText } from "../../packages/docs/kept-text";
import { llmsFull } from "../../packages/docs/llms";

export async function GET(request: Request) {
  await connection();
  return keptText(request, "llms-full", "text/plain; charset=utf-8", () =>
    llmsFull(published().pages.baseUrl),
  );
}
