import type { Renewed } from "../../lib/contract/forms/renewed";
import { emptiedOfCardNumbers } from "../../packages/cards/card-number";

/** More than any of our forms holds, and less than what a request's headers may. */
const MAX_BYTES = 8_192;

/** Not of what is typed: the fields by which a page knows what it showed, and React's own. */
const UNTYPED = /^(\$ACTION|offer$|wording$)/;

/** A posted form as a header tells it to the page that is drawn for it. */
export function writeRenewed(form: FormData): string {
  const fields = [...form].filter((field): field is [string, string] => typeof field[1] === "string");
  const isTyped = fields.some(([name]) => !UNTYPED.test(name));
  const kind = isTyped ? "kept" : "nothing";
  const kept = kind === "kept" ? fields.filter(([name]) => !name.startsWith("$ACTION")) : [];
  const values = emptiedOfCardNumbers(Object.fromEntries(kept));
  const written = encoded({ kind, values });
  return written.length <= MAX_BYTES ? written : encoded({ kind: "nothing", values: {} });
}

const encoded = (renewed: Renewed) => Buffer.from(JSON.stringify(renewed)).toString("base64url");

/** @param header of a request that the proxy let through: nobody else can have written it */
export function readRenewed(header: string | null): Renewed | null {
  return header === null ? null : JSON.parse(Buffer.from(header, "base64url").toString());
}
