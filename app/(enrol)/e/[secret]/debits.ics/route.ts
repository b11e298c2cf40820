import { published } from "@/server/instance/published";
import { download } from "../download";

export async function GET(_request: Request, { params }: { params: Promise<{ secret: string }> }) {
  const { secret } = await params;
  return download(secret, await published().pages.portal.calendar(secret));
}
