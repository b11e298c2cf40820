import { connection } from "next/server";
import { published } from "../../../lib/api/published";
import { changelogFeed } from "../../../lib/docs/changelog";

export async function GET() {
  await connection();
  return new Response(changelogFeed(published().pages.baseUrl), {
    headers: { "Content-Type": "application/atom+xml; charset=utf-8" },
  });
}
