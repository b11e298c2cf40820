import { connection } from "next/server";
import { published } from "../../lib/api/published";
import { keptText } from "../../lib/docs/kept-text";
import { llmsFull } from "../../lib/docs/llms";

export async function GET(request: Request) {
  await connection();
  return keptText(request, "llms-full", "text/plain; charset=utf-8", () =>
    llmsFull(published().pages.baseUrl),
  );
}
