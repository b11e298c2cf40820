import { asDownload } from "@/packages/text/file-name";
import { published } from "@/server/instance/published";

interface Document {
  name: string;
  content: string | Uint8Array;
  type: string;
}

/**
 * A student's document as a download.
 * @param document null where there is none: a link whose button is not pressed yet leads to its own page first
 * @param wait the page that waits for a document that is being made
 */
export async function download(secret: string, document: Document | "being_made" | null, wait = "done") {
  if (document === "being_made") return seeOther(`/e/${secret}/${wait}`);
  if (document)
    return new Response(Buffer.from(document.content), {
      headers: {
        "Content-Type": document.type,
        "Content-Disposition": asDownload(document.name),
        "Cache-Control": "private, no-store",
      },
    });
  if (await published().pages.portal.waitingLink(secret)) return seeOther(`/e/${secret}`);
  return new Response("There is no such document here.\n", { status: 404 });
}

const seeOther = (path: string) => new Response(null, { status: 303, headers: { Location: path } });
