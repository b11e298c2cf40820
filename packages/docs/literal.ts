interface Syntax {
  step: string;
  open: string;
  close: string;
  /** An object without members. */
  empty: string;
  member: (name: string, value: string) => string;
  text: (text: string) => string;
  /** For JSON's own words, where the language has others. */
  words: Readonly<Record<string, string>>;
}

const quoted = (text: string) => JSON.stringify(text);
/** Control characters stand as they are; PHP would look for variables after a dollar sign. */
const phpText = (text: string) => `"${text.replaceAll(/["\\$]/g, "\\$&")}"`;

const SYNTAXES = {
  ts: {
    step: "  ",
    open: "{",
    close: "}",
    empty: "{}",
    member: (name, value) => `${/^[a-z_]\w*$/i.test(name) ? name : quoted(name)}: ${value}`,
    text: quoted,
    words: {},
  },
  python: {
    step: "    ",
    open: "{",
    close: "}",
    empty: "{}",
    member: (name, value) => `${quoted(name)}: ${value}`,
    text: quoted,
    words: { true: "True", false: "False", null: "None" },
  },
  php: {
    step: "    ",
    open: "[",
    close: "]",
    // An empty array would be a list in JSON.
    empty: "new stdClass()",
    member: (name, value) => `${phpText(name)} => ${value}`,
    text: phpText,
    words: {},
  },
} satisfies Record<string, Syntax>;

/** A value of JSON as one writes it in that language, a member a line; `margin` stands before each line but the first. */
export function literalOf(value: unknown, language: keyof typeof SYNTAXES, margin = ""): string {
  const { step, open, close, empty, member, text, words }: Syntax = SYNTAXES[language];
  if (typeof value === "string") return text(value);
  if (typeof value !== "object" || value === null) return words[String(value)] ?? String(value);
  const inner = margin + step;
  const lines = (entries: string[]) => entries.map((entry) => `${inner}${entry},\n`).join("") + margin;
  if (Array.isArray(value)) {
    if (value.length === 0) return "[]";
    return `[\n${lines(value.map((one) => literalOf(one, language, inner)))}]`;
  }
  const members = Object.entries(value).map(([name, one]) => member(name, literalOf(one, language, inner)));
  return members.length === 0 ? empty : `${open}\n${lines(members)}${close}`;
}
