import { connection } from "next/server";
import { changelogFeed } from "../../../packages/docs/changelog";
import { keptText } from "../../../packages/docs/kept-text";
import { published } from "../../../server/instance/published";

export async function GET(request: Request) {
  await connection();
  return keptText(request, "changelog", "application/atom+xml; charset=utf-8", () =>
    changelogFeed(published().pages.baseUrl),
  );
}
