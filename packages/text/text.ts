/** Cuts between code points, so that no half of a surrogate pair is left. */
export function shorten(text: string, max: number): string {
  // A code point has at most two units: a long text need not be split whole.
  return [...text.slice(0, max * 2)].slice(0, max).join("");
}

/** A caller's text for a message: shortened, with U+FFFD for each control character. */
export function quoted(text: string, max: number): string {
  return shorten(text, max).replace(new RegExp(CONTROL_CHARACTERS, "gu"), "\ufffd");
}

const CONTROL_CHARACTERS = /[\p{Cc}\u2028\u2029]/u;
/** Characters that nobody sees, those that turn the direction of text included. */
const UNSEEN = String.raw`\p{Cf}\p{Default_Ignorable_Code_Point}`;
const ALL_UNSEEN = new RegExp(`[${UNSEEN}]+`, "gu");
/** Cards and accounts are written with spaces and any kind of hyphen between their digits. */
const BETWEEN_DIGITS = new RegExp(`[${UNSEEN}\\s\\p{Pd}]+`, "gu");
const START = new RegExp(`^[${UNSEEN}\\p{White_Space}]+`, "u");
const AT_END = new RegExp(`[${UNSEEN}\\p{White_Space}]$`, "u");
const LIGATURES = /[\ufb00-\ufb06]/g;
/** A full stop of Chinese and Japanese: in a host's name it stands for a dot. */
const FULL_STOPS = /[\u3002\uff61]/g;

/** How each kind of text is read; `plain` are dates and numbers. Joiners stay inside words: Indian and Persian writing and emoji need them. */
const KINDS = {
  words: { form: "NFC", removed: null },
  reference: { form: "NFC", removed: ALL_UNSEEN },
  address: { form: "NFKC", removed: ALL_UNSEEN },
  plain: { form: "NFKC", removed: ALL_UNSEEN },
  digits: { form: "NFKC", removed: BETWEEN_DIGITS },
} as const;
export type TextKind = keyof typeof KINDS;

/**
 * Text as we take it from anybody, in the API, forms, scripts and commands: without what cannot be seen at its ends, nor
 * inside what is compared, and in one form of Unicode. Contract section 1.
 * @param max the most characters of the field. Text far longer stays as it is, because normalising takes the square of it
 */
export function readText(given: string, kind: TextKind, max: number): string {
  const { form, removed } = KINDS[kind];
  const dotted = kind === "address" ? given.replace(FULL_STOPS, ".") : given;
  const text = withoutEnds(removed ? dotted.replace(removed, "") : dotted);
  // Four characters become one at most.
  if (text.length > 4 * max) return text;
  return withoutEnds(text.normalize(form).replace(LIGATURES, (letters) => letters.normalize("NFKC")));
}

function withoutEnds(given: string): string {
  const text = given.replace(START, "");
  let end = text.length;
  // One at a time: a pattern for the whole end would try each run of spaces in the text.
  for (;;) {
    const unseen = AT_END.exec(text.slice(Math.max(0, end - 2), end));
    if (!unseen) return text.slice(0, end);
    end -= unseen[0].length;
  }
}

export const digitsIn = (typed: string): string => readText(typed, "digits", MAX_DIGITS);
/** Nobody has as many: this only bounds what is normalised. */
const MAX_DIGITS = 250;

export function hasControlCharacters(text: string): boolean {
  return CONTROL_CHARACTERS.test(text);
}

const LOCAL_PART = /^[^\s@"<>()[\],;:\\.]+(\.[^\s@"<>()[\],;:\\.]+)*$/u;
/** Nothing else of ASCII: `URL` would read it as a port, a path or an escaped character. */
const HOST = /^[A-Za-z0-9.\-\u0080-\u{10ffff}]+$/u;
const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** Takes what `readText` returns for an address. Contract section 1 */
export function isEmail(address: string): boolean {
  const [local = "", host = "", ...more] = address.split("@");
  if (more.length > 0 || !LOCAL_PART.test(local) || new TextEncoder().encode(local).length > 64) return false;
  if (hasControlCharacters(address) || !HOST.test(host) || !URL.canParse(`http://${host}`)) return false;
  const labels = new URL(`http://${host}`).hostname.split(".");
  return (
    labels.length > 1 && labels.every((label) => LABEL.test(label)) && !/^\d+$/.test(labels.at(-1) ?? "")
  );
}

/** Counts code points; the string's own length is a quick upper bound. */
export function isLonger(text: string, max: number): boolean {
  return text.length > max && [...text].length > max;
}

/** `card_payment.failed` as `CardPaymentFailed`. */
export function pascalCase(name: string): string {
  return name.replace(/(?:^|[._])(\w)/g, (_, first: string) => first.toUpperCase());
}

/** `issueToken` as `issue_token`. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
