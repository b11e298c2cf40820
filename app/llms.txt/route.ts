import { connection } from "next/server";
import { llmsIndex, textResponse } from "../../packages/docs/llms";
import { published } from "../../server/instance/published";

export async function GET() {
  await connection();
  const { openApi, baseUrl } = published().pages;
  return textResponse(llmsIndex(openApi(), baseUrl));
}
