import { published } from "@/server/instance/published";
import { asFile, type Document, noFile } from "../../../file";

/**
 * A student's document as a download.
 * @param document null where there is none: a link whose button is not pressed yet leads to its own page first
 * @param wait the page that waits for a document that is being made
 */
export async function download(secret: string, document: Document | "being_made" | null, wait = "done") {
  if (document === "being_made") return seeOther(`/e/${secret}/${wait}`);
  if (document) return asFile(document);
  if (await published().pages.portal.waitingLink(secret)) return seeOther(`/e/${secret}`);
  return noFile();
}

const seeOther = (path: string) => new Response(null, { status: 303, headers: { Location: path } });
