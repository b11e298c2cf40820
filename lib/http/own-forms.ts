/**
 * What a posted form or a script's call may hold: React's reader takes much that no page of ours writes, and fails of it,
 * or waits for a part that never comes, which Next would call a fault of its own.
 */

/** What names an action, or is its arguments, in a form without a script. */
const NAMES = /^\$ACTION_(KEY|ID_[\da-f]+|REF_\d+)$/;
const PART = /^(\$ACTION_\d+:)(\d+)$/;
/** A field of a form, beside the arguments of a script's call. */
const FIELD = /^_[\da-f]+_/;
/** Of what React writes beside plain texts, our pages have these: a form, no value, a text that begins with a dollar. */
const OUR_TEXT = /^($|[^$]|\$\$|\$K[\da-f]+$|\$undefined$)/;
const DEEPEST = 8;

/**
 * Whether a page of ours could have sent it. What is neither a form nor a call is nobody's business here.
 * @param contentType as it was sent
 * @param isCall whether a script calls an action: the request has a `Next-Action`
 */
export async function isOwnForm(contentType: string, isCall: boolean, body: Uint8Array): Promise<boolean> {
  // As Next reads it: in other letters it is no form.
  const isForm = contentType.startsWith("multipart/form-data");
  if (!isForm && !isCall) return true;
  try {
    if (!isForm) return isOurList(new TextDecoder().decode(body));
    const headers = { "Content-Type": contentType };
    const form = [...(await new Response(new Uint8Array(body), { headers }).formData())];
    return isCall ? isOurCall(form) : hasOurParts(form);
  } catch {
    return false;
  }
}

type Entries = [name: string, value: FormDataEntryValue][];

/** A call has its arguments in the part `0`, and the fields of its form beside it. */
function isOurCall(form: Entries): boolean {
  const [list, ...others] = form.filter(([name]) => !FIELD.test(name));
  const isText = form.every(([, value]) => typeof value === "string");
  return isText && list?.[0] === "0" && others.length === 0 && isOurList(String(list[1]));
}

function isOurList(text: string): boolean {
  const list = JSON.parse(text);
  return Array.isArray(list) && isOurs(list);
}

/** A form without a script names its action, and what that is given, in parts: `$ACTION_1:0` and so on. */
function hasOurParts(form: Entries): boolean {
  const ofReact = form.filter(([name]) => name.startsWith("$ACTION_"));
  const names = new Set(ofReact.map(([name]) => name));
  if (names.size < ofReact.length) return false;
  return ofReact.every(([name, value]) => {
    const [, action, at] = PART.exec(name) ?? [];
    if (action === undefined) return NAMES.test(name);
    // Only the first refers to others.
    const isPart = (text: string) =>
      at === "0" && /^\$@[1-9]$/.test(text) && names.has(action + text.slice(2));
    return isOurs(JSON.parse(String(value)), isPart);
  });
}

function isOurs(value: unknown, isPart: (text: string) => boolean = () => false, depth = 0): boolean {
  if (typeof value === "string") return OUR_TEXT.test(value) || isPart(value);
  if (typeof value !== "object" || value === null) return true;
  return depth < DEEPEST && Object.values(value).every((one) => isOurs(one, isPart, depth + 1));
}
