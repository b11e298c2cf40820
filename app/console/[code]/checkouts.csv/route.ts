import type { Id } from "@/lib/domain/ids";
import type { Asked } from "@/lib/staff/find";
import { dateInZone } from "@/packages/dates/zone";
import { asDownload } from "@/packages/text/file-name";
import { published } from "@/server/instance/published";
import { callerOf, LIST_NAMES } from "../../guard";

/** One page of the list after the other, as fast as they are read, so that few are in memory. */
export async function GET(request: Request, { params }: { params: Promise<{ code: string }> }) {
  const caller = await callerOf((await params).code);
  const { searchParams } = new URL(request.url);
  const asked: Asked = {};
  for (const name of LIST_NAMES) asked[name] = searchParams.get(name) || undefined;
  const { sort: _, before: __, ...filters } = asked;
  const read = (before?: Id<"chk">) => published().pages.staffRecords.exportPage(caller, filters, before);
  const encoder = new TextEncoder();
  // What fails at once is an error page, and no download.
  let after: Id<"chk"> | undefined;
  let page: Awaited<ReturnType<typeof read>> | null = await read();
  const body = new ReadableStream({
    async pull(controller) {
      const { text, next } = page ?? (await read(after));
      controller.enqueue(encoder.encode(text));
      page = null;
      if (next) after = next;
      else controller.close();
    },
  });
  const { code, timeZone } = caller.provider;
  return new Response(body, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": asDownload(`${code}-${dateInZone(new Date(), timeZone)}-checkouts.csv`),
      "Cache-Control": "no-store",
    },
  });
}
