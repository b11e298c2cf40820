import { inflateSync } from "node:zlib";
import type { Part } from "./document-parts";
import type { PDFContext } from "./pdf-context";

const OWNER = "ProviderCheckout";
const FORM = 1;
const NOT_HELD = "The file does not hold its text";

/**
 * Writes the document as it is read into the file's private data (ISO 32000-2, 14.5), which readers pass over. So the
 * signed bytes themselves hold what a page can show, whatever later releases print.
 * See docs/decisions/034-document-pages.md.
 */
export function keepReading(context: PDFContext, whole: Part, at: Date): void {
  const content = context.ref({});
  content.end(Buffer.from(JSON.stringify({ form: FORM, whole })));
  context._root.data.PieceInfo = { [OWNER]: { LastModified: at, Private: content } };
}

/** The document as it is read. @throws Error where the file does not hold it */
export function readingOf(pdf: Uint8Array): Part {
  const file = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
  const text = file.toString("latin1");
  const trailer = text.slice(text.lastIndexOf("\ntrailer"));
  const objectAt = (id: string) => placeOf(text, trailer, Number(id));
  const [, root] = /\/Root (\d+) 0 R/.exec(trailer) ?? [];
  if (root === undefined) throw new Error(NOT_HELD);
  const at = objectAt(root);
  const catalogue = text.slice(at, text.indexOf("endobj", at));
  const [, kept] = new RegExp(`/PieceInfo <<\\s*/${OWNER} <<[^>]*/Private (\\d+) 0 R`).exec(catalogue) ?? [];
  if (kept === undefined) throw new Error(NOT_HELD);
  const from = objectAt(kept);
  const start = text.indexOf("stream\n", from) + "stream\n".length;
  const length = Number(/\/Length (\d+)/.exec(text.slice(from, start))?.[1]);
  const { form, whole } = JSON.parse(inflateSync(file.subarray(start, start + length)).toString());
  if (form !== FORM) throw new Error(NOT_HELD);
  return whole;
}

const ENTRY = 20;

/** Where an object begins, by the file's table. */
function placeOf(text: string, trailer: string, id: number): number {
  const table = Number(/startxref\s+(\d+)/.exec(trailer)?.[1]);
  const entries = text.indexOf("\n", text.indexOf("\n", table) + 1) + 1;
  return Number(text.slice(entries + id * ENTRY, entries + id * ENTRY + 10));
}
