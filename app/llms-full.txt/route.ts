import { connection } from "next/server";
import { keptText } from "../../packages/docs/kept-text";
import { llmsFull } from "../../packages/docs/llms";
import { published } from "../../server/instance/published";

export async function GET(request: Request) {
  await connection();
  return keptText(request, "llms-full", "text/plain; charset=utf-8", () =>
    llmsFull(published().pages.baseUrl),
  );
}
