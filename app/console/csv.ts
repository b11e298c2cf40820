import type { StaffCaller } from "@/lib/staff/caller";
import { dateInZone } from "@/packages/dates/zone";
import { asDownload } from "@/packages/text/file-name";

/**
 * A download of one page after the other, as fast as they are read, so that few are in memory. What fails at once is an
 * error page, and no download.
 */
export async function csvDownload<Place>(
  { provider: { code, timeZone } }: StaffCaller,
  name: string,
  read: (after?: Place) => Promise<{ text: string; next: Place | null }>,
): Promise<Response> {
  const encoder = new TextEncoder();
  let after: Place | undefined;
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
  return new Response(body, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": asDownload(`${code}-${dateInZone(new Date(), timeZone)}-${name}.csv`),
      "Cache-Control": "no-store",
    },
  });
}
