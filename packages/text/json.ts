import { withoutCardNumber } from "../cards/card-number";
import { shorten } from "./text";

const MAX_DEPTH = 16;

const UTF_8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });

/** Why a text is not JSON that has one meaning. */
export class JsonFault extends Error {
  override name = "JsonFault";
}

/**
 * Parses JSON that has one meaning: UTF-8, no member named twice, no `__proto__`, no NUL, no lone surrogate, no
 * number beyond a double, at most 16 levels. Contract section 1.
 * @throws JsonFault
 */
export function parseJson(bytes: Uint8Array): unknown {
  let text: string;
  try {
    text = UTF_8.decode(bytes);
  } catch {
    throw new JsonFault("The body is not UTF-8 text.");
  }
  if (text.trim() === "") throw new JsonFault("The body is empty. Send a JSON object.");
  // Before JSON.parse: a deeply nested body could exhaust its stack.
  refuseAmbiguity(text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new JsonFault("The body is not well-formed JSON.");
  }
  refuseUnusableValues(value);
  return value;
}

const STRING = /"(?:[^"\\]|\\.)*"/gsy;
const COLON = /[ \t\n\r]*:/y;

/** Walks the text once: depth, and members named twice in the same object. */
function refuseAmbiguity(text: string): void {
  const open: (Set<string> | null)[] = [];
  let at = 0;
  while (at < text.length) {
    const character = text[at];
    if (character === '"') {
      STRING.lastIndex = at;
      const match = STRING.exec(text);
      if (!match) return; // an unfinished string: JSON.parse says so
      at = STRING.lastIndex;
      const names = open.at(-1);
      COLON.lastIndex = at;
      if (names && COLON.test(text)) noteName(names, match[0]);
      continue;
    }
    if (character === "{" || character === "[") {
      open.push(character === "{" ? new Set() : null);
      if (open.length > MAX_DEPTH) throw new JsonFault(`The body has more than ${MAX_DEPTH} levels.`);
    } else if (character === "}" || character === "]") open.pop();
    at++;
  }
}

function noteName(names: Set<string>, literal: string): void {
  let name: string;
  try {
    name = JSON.parse(literal);
  } catch {
    return; // not a JSON string: JSON.parse of the whole says so
  }
  if (name === "__proto__") throw new JsonFault("A field named __proto__ is not allowed.");
  if (names.has(name)) {
    const shown = JSON.stringify(shorten(withoutCardNumber(name), 64));
    throw new JsonFault(`The field ${shown} appears twice in one object.`);
  }
  names.add(name);
}

function refuseUnusableValues(value: unknown): void {
  if (typeof value === "string") {
    if (value.includes("\0")) throw new JsonFault("A string contains a NUL character.");
    if (!value.isWellFormed()) throw new JsonFault("A string contains half of a surrogate pair.");
  } else if (typeof value === "number") {
    if (!Number.isFinite(value)) throw new JsonFault("A number is too large.");
  } else if (typeof value === "object" && value !== null) {
    for (const [name, member] of Object.entries(value)) {
      refuseUnusableValues(name);
      refuseUnusableValues(member);
    }
  }
}

/** JSON sorted by name, so that the same values have one text and one hash. */
export const sortedJson = (value: object, { nulls = true } = {}): string =>
  JSON.stringify(value, (_, part) => {
    if (typeof part !== "object" || part === null || Array.isArray(part)) return part;
    const kept = Object.entries(part).filter(([, member]) => nulls || member !== null);
    return Object.fromEntries(kept.sort(([a], [b]) => (a < b ? -1 : 1)));
  });
