import { Marked, type Tokens } from "marked";
import { escapeHtml } from "../text/escape-html";
import { type Code, figureOf, LANGUAGES, type Language } from "./code";
import { tableOf } from "./table";

/** Code blocks that follow one another: the same example in several languages. */
interface Example extends Tokens.Generic {
  type: "example";
  codes: Code[];
}

const isLanguage = (text: string): text is Language => Object.hasOwn(LANGUAGES, text);

function codesIn(raw: string): Code[] {
  return [...raw.matchAll(/^```(\S*)(?: (\S+))?\n([\s\S]*?)\n?^```$/gm)].map(
    ([, language = "", subject, text = ""]) => {
      if (!isLanguage(language)) throw new Error(`A code block has the language "${language}"`);
      return { language, subject, text };
    },
  );
}

const refuse = (what: string) => (): string => {
  throw new Error(`No page draws ${what}`);
};

/** Draws in our own classes, and refuses what no page draws, so that no guide loses a part silently. */
const marked = new Marked({
  extensions: [
    {
      name: "example",
      level: "block",
      tokenizer(src): Example | undefined {
        const [raw] = /^(?:```[^\n]*\n(?:[\s\S]*?\n)?```(?:\n+|$))+/.exec(src) ?? [];
        return raw === undefined ? undefined : { type: "example", raw, codes: codesIn(raw) };
      },
      renderer: ({ codes }) => figureOf(codes),
    },
  ],
  renderer: {
    heading({ tokens, text, depth }) {
      const html = this.parser.parseInline(tokens);
      if (depth === 1) return `<h1 class="wrap-anywhere">${html}</h1>`;
      const id = idOf(plainOf(text));
      return `<h${depth} id="${escapeHtml(id)}" class="scroll-mt-6 wrap-anywhere pt-4"><a href="#${escapeHtml(id)}" class="text-text no-underline hover:text-text hover:underline">${html}</a></h${depth}>`;
    },
    list({ ordered, items }) {
      const [tag, look] = ordered ? ["ol", "list-decimal"] : ["ul", "list-disc"];
      const drawn = items.map(({ tokens }) => `<li class="space-y-2">${this.parser.parse(tokens)}</li>`);
      return `<${tag} class="${look} space-y-2 pl-6">${drawn.join("")}</${tag}>`;
    },
    blockquote({ tokens }) {
      return `<div class="space-y-2 border-accent border-l-4 bg-accent-tint px-4 py-3">${this.parser.parse(tokens)}</div>`;
    },
    codespan: ({ text }) =>
      `<code class="break-words rounded-sm border border-divider bg-surface px-1 py-0.5 text-[0.875em]">${escapeHtml(text)}</code>`,
    strong({ tokens }) {
      return `<strong class="font-semibold">${this.parser.parseInline(tokens)}</strong>`;
    },
    table({ header, rows }) {
      const draw = (cells: Tokens.TableCell[]) => cells.map(({ tokens }) => this.parser.parseInline(tokens));
      const names = header.map(({ text }) => plainOf(text));
      return tableOf({ head: draw(header), names, rows: rows.map(draw) });
    },
    code: refuse("code without a language"),
    html: refuse("HTML"),
    image: refuse("an image"),
    hr: refuse("a rule"),
  },
});

/** @throws Error for what no page draws */
export function htmlOf(markdown: string): string {
  let heading = "";
  return marked
    .lexer(markdown)
    .map((token) => {
      if (token.type === "heading") heading = plainOf(token.text);
      const html = marked.parser([token]);
      return token.type === "table"
        ? html.replace("<table", `<table aria-label="${escapeHtml(heading)}"`)
        : html;
    })
    .join("");
}

/** The examples of a guide, each in its languages. */
export function examplesIn(markdown: string): Code[][] {
  const found: Code[][] = [];
  marked.walkTokens(marked.lexer(markdown), (token) => {
    if (token.type === "example") found.push(codesIn(token.raw));
  });
  return found;
}

export interface Section {
  /** Of the heading; the page itself has none. */
  id: string;
  title: string;
  depth: number;
}

/** The parts of a page from heading to heading, the first of which has the page's title. */
export function sectionsOf(markdown: string): Section[] {
  const sections: Section[] = [];
  for (const token of marked.lexer(markdown))
    if (token.type === "heading") {
      const title = plainOf(token.text);
      sections.push({ id: token.depth === 1 ? "" : idOf(title), title, depth: token.depth });
    }
  return sections;
}

/** Title and first paragraph of a page. */
export function headOf(markdown: string): { title: string; description: string } {
  const [heading = "", first = ""] = markdown.split("\n\n");
  return { title: plainOf(heading.replace(/^# /, "")), description: plainOf(first) };
}

/** A markdown text without its marks and its code blocks, the cells of a table apart. */
export function plainOf(markdown: string): string {
  return markdown
    .replace(/^\s*```[\s\S]*?^\s*```$/gm, "")
    .replace(/^\|[\s|:-]+\|$/gm, "")
    .replace(/^\| (.*\|)$/gm, (_, row: string) => row.replaceAll(" | ", " · "))
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/^ *(?:[->]|\d+\.) /gm, "")
    .replace(/[*`]/g, "")
    .replace(/\s+/g, " ")
    .trim();
}

/** As GitHub makes it, but that points stay. */
const idOf = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s._-]/gu, "")
    .trim()
    .replace(/\s+/g, "-");
