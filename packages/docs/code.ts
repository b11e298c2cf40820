import { createHash } from "node:crypto";
import { common, createLowlight } from "lowlight";
import { escapeHtml } from "../text/escape-html";

/** The languages of examples; the documentation's tests run each of them. */
export const LANGUAGES = {
  bash: { grammar: "bash", name: "Shell" },
  sh: { grammar: "bash", name: "Shell" },
  ts: { grammar: "typescript", name: "TypeScript" },
  python: { grammar: "python", name: "Python" },
  php: { grammar: "php", name: "PHP" },
  html: { grammar: "xml", name: "HTML" },
  json: { grammar: "json", name: "JSON" },
  yaml: { grammar: "yaml", name: "YAML" },
} as const;
export type Language = keyof typeof LANGUAGES;

export interface Code {
  language: Language;
  /** What stands behind the language: the name of a schema, a file or a page. */
  subject?: string | undefined;
  text: string;
}

/** Hides one language's code while another one is chosen. A browser that does not know `:has` shows all of them. */
const VARIANT_LOOKS: Partial<Record<Language, string>> = {
  bash: "group-has-[:checked:not([value=bash])]/variants:hidden",
  ts: "group-has-[:checked:not([value=ts])]/variants:hidden",
  python: "group-has-[:checked:not([value=python])]/variants:hidden",
  php: "group-has-[:checked:not([value=php])]/variants:hidden",
};

/** Its place is reserved before the page's script (page-script.ts) shows it, so that nothing moves. */
const COPY = `<span class="inline-flex min-h-10 min-w-16 shrink-0 justify-end">
  <button type="button" hidden data-copy class="px-4 font-medium text-accent hover:bg-accent-tint">
    <span aria-hidden="true">Copy</span><span class="sr-only">Copy this code</span>
  </button><span role="status" class="sr-only"></span>
</span>`;

const FIGURE =
  "group/variants min-w-0 max-w-[calc(100vw-2rem)] overflow-hidden rounded border border-divider bg-surface sm:max-w-full";
const CAPTION =
  "flex min-h-10 items-center justify-between gap-x-1 border-divider border-b text-muted xs:gap-x-4 text-sm";
const CHOICE =
  "relative inline-flex min-h-10 cursor-pointer items-center px-1 decoration-2 underline-offset-[0.5rem] hover:text-accent has-checked:text-accent has-checked:underline print:[&:not(:has(:checked))]:hidden";
const BUTTON = "-outline-offset-3 absolute inset-0 cursor-pointer appearance-none rounded-sm";
const LISTING =
  "-outline-offset-3 wrap-anywhere max-h-150 overflow-auto whitespace-pre-wrap p-4 text-sm print:max-h-none";

/**
 * One example as a figure, in one language or in several, of which a reader chooses one. A choice needs no script.
 * @throws Error for languages of which none can be chosen beside another
 */
export function figureOf(codes: readonly Code[]): string {
  const [first, ...others] = codes;
  const caption =
    first && others.length === 0
      ? `<span class="py-1 pl-4">${LANGUAGES[first.language].name}</span>`
      : choiceOf(codes);
  return `<figure class="${FIGURE}"><figcaption class="${CAPTION}">${caption}${COPY}</figcaption>
    ${codes.map(listingOf).join("")}
  </figure>`;
}

function choiceOf(codes: readonly Code[]): string {
  const languages = codes.map(({ language }) => language);
  if (new Set(languages).size < languages.length || languages.some((one) => !VARIANT_LOOKS[one]))
    throw new Error(`No example is drawn in ${languages.join(", ")} beside one another`);
  // A browser keeps one of the radio buttons with one name: no other example of a page has it.
  const group = createHash("sha256").update(JSON.stringify(codes)).digest("base64url").slice(0, 8);
  const buttons = languages.map((language, at) => {
    const button = `<input type="radio" name="${group}" value="${language}" data-language autocomplete="off"${at === 0 ? " checked" : ""} class="${BUTTON}">`;
    const name = language === "bash" ? "curl" : LANGUAGES[language].name;
    return `<label class="${CHOICE}">${button}${name}</label>`;
  });
  return `<fieldset class="flex min-w-0 flex-wrap items-center pl-3 xs:gap-x-4">
    <legend class="sr-only">Language of this example</legend>
    ${buttons.join("")}
  </fieldset>`;
}

/** What of a long line has no room goes on below it, indented. What is copied has the lines as they are. */
function listingOf({ language, text }: Code, _: number, all: readonly Code[]): string {
  const look = all.length > 1 ? ` ${VARIANT_LOOKS[language]}` : "";
  const lines = highlighted(text, language).map((line) => `<span>${line}</span>`);
  return `<pre tabindex="0" class="${LISTING}${look}"><code class="*:-indent-[4ch] *:inline-block *:w-full *:pl-[4ch]">${lines.join("\n")}</code></pre>`;
}

const lowlight = createLowlight(common);

const COLOURS: Record<string, string> = {
  "hljs-attr": "text-accent",
  "hljs-name": "text-accent",
  "hljs-built_in": "text-accent",
  "hljs-title": "text-accent",
  "hljs-string": "text-success",
  "hljs-number": "text-warning",
  "hljs-literal": "text-warning",
  "hljs-variable": "text-warning",
  "hljs-keyword": "font-medium text-accent-strong",
  "hljs-comment": "text-muted",
};

type Node = ReturnType<typeof lowlight.highlight>["children"][number];

/**
 * The lines of a code as HTML, in our own classes: the pages' policy allows no inline styles.
 * See docs/decisions/058-drawn-documentation.md.
 */
export function highlighted(text: string, language: Language): string[] {
  const htmlOf = (nodes: readonly Node[], outer: string): string =>
    nodes.map((one) => drawn(one, outer)).join("");
  const drawn = (node: Node, outer: string): string => {
    if (node.type === "text")
      return node.value
        .split("\n")
        .map((part) =>
          outer && part ? `<span class="${outer}">${escapeHtml(part)}</span>` : escapeHtml(part),
        )
        .join("\n");
    if (node.type !== "element") return "";
    const names = [node.properties.className ?? []].flat();
    return htmlOf(
      node.children.filter((child) => child.type !== "comment"),
      names.map((name) => COLOURS[String(name)]).find(Boolean) ?? outer,
    );
  };
  return htmlOf(lowlight.highlight(LANGUAGES[language].grammar, text).children, "").split("\n");
}
