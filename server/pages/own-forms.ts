/**
 * What a posted form, or a script's call of an action, may hold. React's reader takes much more than our pages write. Some of
 * it makes the reader fail, or wait for a part that never comes, and Next would report that as a fault of ours. So whatever
 * our pages do not write is refused here, before React reads it, and so is what two readers would take for different things.
 */

/** Only as browsers write it. */
const BOUNDARY = /^multipart\/form-data; ?boundary=([\w-]+)$/;
const HEAD = /^\r\nContent-Disposition: form-data; name="([^"\\\r\n]*)"\r\n\r\n/;
/** Of a field only, neither of React's own parts nor of a call's arguments. */
const FILE =
  /^\r\nContent-Disposition: form-data; name="(_[\da-f]+_)?[a-z]+"; filename="[^"\r\n]*"\r\nContent-Type: [\w.+-]+\/[\w.+-]+\r\n\r\n/;
/** What names an action, or is its arguments, in a form without a script. */
const NAMES = /^\$ACTION_(KEY|ID_[\da-f]+|REF_\d+)$/;
const PART = /^(\$ACTION_\d+:)(\d+)$/;
/** The first of these parts, whose arguments are in another one. */
const REFERENCE = /^\{"id":"[\da-f]{40,64}","bound":(?:null|"\$@([1-9])")\}$/;
/** A field of a form, beside the arguments of a script's call. */
const FIELD = /^_[\da-f]+_/;
/** Of what React writes beside plain texts, our pages have these: a form, no value, a text that begins with a dollar. */
const OUR_TEXT = /^($|[^$]|\$\$|\$K[\da-f]+$|\$undefined$)/;
const MAX_ARGUMENTS = 10;
const DEEPEST = 8;

/**
 * Whether a page of ours could have sent it. What is neither a form nor a call is nobody's business here.
 * @param contentType as it was sent
 * @param isCall whether a script calls an action: the request has a `Next-Action`
 * @param hasFile whether the page's forms may have a file
 */
export function isOwnForm(
  contentType: string,
  { isCall, hasFile }: { isCall: boolean; hasFile: boolean },
  body: Uint8Array,
): boolean {
  // As Next reads it: in other letters it is no form.
  const isForm = contentType.startsWith("multipart/form-data");
  if (!isForm) return !isCall || areOurArguments(Buffer.from(body).toString());
  const parts = partsOf(contentType, hasFile, body);
  return parts !== null && (isCall ? isOurCall(parts) : hasOurParts(parts));
}

type Parts = readonly (readonly [name: string, text: string])[];

/** @returns null for what no browser writes for such a form. A file is left out: it is no part that names or calls anything */
function partsOf(contentType: string, hasFile: boolean, body: Uint8Array): Parts | null {
  const [, boundary] = BOUNDARY.exec(contentType) ?? [];
  if (boundary === undefined) return null;
  const text = Buffer.from(body).toString("latin1");
  const [before, ...pieces] = text.split(`--${boundary}`);
  // Next's reader looks for the boundary without its dashes, and fails where a value holds it.
  if (text.split(boundary).length !== pieces.length + 1) return null;
  const end = pieces.pop();
  if (before !== "" || !/^--(\r\n)?$/.test(end ?? "")) return null;
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const parts: [string, string][] = [];
  for (const piece of pieces) {
    if (hasFile && FILE.test(piece) && piece.endsWith("\r\n")) continue;
    const [head, name] = HEAD.exec(piece) ?? [];
    if (head === undefined || name === undefined || !piece.endsWith("\r\n")) return null;
    try {
      parts.push([name, decoder.decode(Buffer.from(piece.slice(head.length, -2), "latin1"))]);
    } catch {
      return null;
    }
  }
  return parts;
}

/** A call has its arguments in the part `0`, and the fields of its form beside it. */
function isOurCall(parts: Parts): boolean {
  const [list, ...others] = parts.filter(([name]) => !FIELD.test(name));
  return list?.[0] === "0" && others.length === 0 && areOurArguments(list[1]);
}

/** A form without a script names its action, and what that is given, in parts: `$ACTION_1:0` and so on. */
function hasOurParts(parts: Parts): boolean {
  const ofReact = parts.filter(([name]) => name.startsWith("$ACTION_"));
  const names = new Set(ofReact.map(([name]) => name));
  if (names.size < ofReact.length) return false;
  return ofReact.every(([name, text]) => {
    const [, action, at] = PART.exec(name) ?? [];
    if (action === undefined) return NAMES.test(name);
    if (at !== "0") return areOurArguments(text);
    const [isReference, bound] = REFERENCE.exec(text) ?? [];
    return isReference !== undefined && (bound === undefined || names.has(action + bound));
  });
}

function areOurArguments(text: string): boolean {
  try {
    const list = JSON.parse(text);
    return Array.isArray(list) && list.length <= MAX_ARGUMENTS && isOurs(list);
  } catch {
    return false;
  }
}

function isOurs(value: unknown, depth = 0): boolean {
  if (typeof value === "string") return OUR_TEXT.test(value);
  if (typeof value !== "object" || value === null) return true;
  return depth < DEEPEST && Object.values(value).every((one) => isOurs(one, depth + 1));
}
