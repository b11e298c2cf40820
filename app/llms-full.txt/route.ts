import { connection } from "next/server";
import { llmsFull, textResponse } from "../../packages/docs/llms";
import { published } from "../../server/instance/published";

export async function GET() {
  await connection();
  return textResponse(llmsFull(published().pages.baseUrl));
}
