type Language = "ts" | "python" | "php";

/** JSON's own words in Python. */
const WORDS: Record<string, string> = { true: "True", false: "False", null: "None" };
/** In PHP. An empty array would be a list in JSON. */
const BRACKETS: Record<string, string> = { "{": "[", "}": "]", "{}": "new stdClass()" };

/** A line of JSON in that language, from the name of its member and its value. */
const LINES: Record<Language, (name: string, value: string) => string> = {
  ts: (name, value) => name.replace(/^"([a-z_]\w*)"/i, "$1") + value,
  python: (name, value) => name + (WORDS[value] ?? value),
  // It would look for variables after a dollar sign.
  php: (name, value) =>
    name.replace(/: $/, " => ").replaceAll("$", "\\$") + (BRACKETS[value] ?? value.replaceAll("$", "\\$")),
};

/** A value of JSON as one writes it in that language; `margin` stands before each line but the first. */
export function literalOf(value: unknown, language: Language, margin = ""): string {
  return JSON.stringify(value, null, language === "ts" ? 2 : 4)
    .split("\n")
    .map((line) => {
      const [, indent = "", name = "", one = "", comma = ""] =
        /^( *)("(?:[^"\\]|\\.)*": )?(.*?)(,?)$/.exec(line) ?? [];
      return indent + LINES[language](name, one) + comma;
    })
    .join(`\n${margin}`);
}
