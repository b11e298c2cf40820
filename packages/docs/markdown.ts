import { lexer, type MarkedToken, type Token, type Tokens } from "marked";
import { isOneOf } from "../../lib/domain/narrow";
import { LANGUAGES, type Language, VARIANTS, type Variant } from "./highlight";

/** A guide as plain data, the same for the pages, the search and the tests that run the examples. */
export type Block =
  | { type: "heading"; depth: number; id: string; text: string; inlines: Inline[] }
  | { type: "paragraph"; inlines: Inline[] }
  | { type: "list"; ordered: boolean; items: Block[][] }
  | { type: "table"; head: Inline[][]; rows: Inline[][][] }
  | { type: "note"; blocks: Block[] }
  | Code
  /** The same example in several languages: code blocks that follow one another, each in another language. */
  | { type: "variants"; codes: Code<Variant>[] };

export interface Code<In extends Language = Language> {
  type: "code";
  language: In;
  subject: string | null;
  text: string;
}

export type Inline =
  | { type: "text"; text: string }
  | { type: "code"; text: string }
  | { type: "strong" | "em"; inlines: Inline[] }
  | { type: "link"; href: string; inlines: Inline[] };

/** @throws Error for anything that the pages cannot draw, so that no guide loses a part silently */
export function parseMarkdown(text: string): Block[] {
  return blocksOf(lexer(text), new Set());
}

function blocksOf(tokens: readonly Token[], taken: Set<string>): Block[] {
  return joined(tokens.flatMap((token) => blockOf(token as MarkedToken, taken)));
}

/** With code blocks that follow one another made one block of variants. */
function joined(blocks: readonly Block[]): Block[] {
  const all: Block[] = [];
  for (const block of blocks) {
    const last = all.at(-1);
    if (block.type !== "code" || (last?.type !== "code" && last?.type !== "variants")) all.push(block);
    else all.splice(-1, 1, variantsOf([...codesOf(last), block]));
  }
  return all;
}

function variantsOf(codes: readonly Code[]): Block {
  const variants = codes.filter(isVariant);
  const languages = codes.map(({ language }) => language);
  if (variants.length < codes.length || new Set(languages).size < languages.length)
    throw new Error(`No example is drawn in ${languages.join(", ")} beside one another`);
  return { type: "variants", codes: variants };
}

function isVariant(code: Code): code is Code<Variant> {
  return isOneOf(VARIANTS, code.language);
}

/** The code of a block and of what stands in it. */
export function codesOf(block: Block): Code[] {
  switch (block.type) {
    case "code":
      return [block];
    case "variants":
      return block.codes;
    case "list":
      return block.items.flat().flatMap(codesOf);
    case "note":
      return block.blocks.flatMap(codesOf);
    default:
      return [];
  }
}

function blockOf(token: MarkedToken, taken: Set<string>): Block[] {
  switch (token.type) {
    case "space":
      return [];
    case "heading": {
      const inlines = inlinesOf(token.tokens);
      const plain = plainText(inlines);
      return [{ type: "heading", depth: token.depth, id: idOf(plain, taken), text: plain, inlines }];
    }
    case "paragraph":
    case "text":
      return [{ type: "paragraph", inlines: inlinesOf(token.tokens ?? []) }];
    case "list": {
      const items = token.items.map((item) => blocksOf(item.tokens, taken));
      return [{ type: "list", ordered: token.ordered, items }];
    }
    case "table": {
      const inlines = (row: Tokens.TableCell[]) => row.map((cell) => inlinesOf(cell.tokens));
      return [{ type: "table", head: inlines(token.header), rows: token.rows.map(inlines) }];
    }
    case "blockquote":
      return [{ type: "note", blocks: blocksOf(token.tokens, taken) }];
    case "code": {
      const [language, subject = null] = (token.lang ?? "").split(" ");
      if (!isLanguage(language)) throw new Error(`A code block has the language "${language}"`);
      return [{ type: "code", language, subject, text: token.text }];
    }
    default:
      throw new Error(`No page draws a ${token.type}`);
  }
}

function inlinesOf(tokens: readonly Token[]): Inline[] {
  return tokens.map((each): Inline => {
    const token = each as MarkedToken;
    switch (token.type) {
      case "text":
      case "escape":
        return { type: "text", text: token.text };
      case "codespan":
        return { type: "code", text: token.text };
      case "strong":
      case "em":
        return { type: token.type, inlines: inlinesOf(token.tokens) };
      case "link":
        return { type: "link", href: token.href, inlines: inlinesOf(token.tokens) };
      default:
        throw new Error(`No page draws a ${token.type}: ${token.raw}`);
    }
  });
}

function isLanguage(text: string | undefined): text is Language {
  return isOneOf(LANGUAGES, text);
}

/** As GitHub makes it. */
function idOf(text: string, taken: Set<string>): string {
  const base = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replace(/\s+/g, "-");
  let id = base;
  for (let count = 1; taken.has(id); count += 1) id = `${base}-${count}`;
  taken.add(id);
  return id;
}

export function plainText(inlines: readonly Inline[]): string {
  return inlines.map((one) => ("text" in one ? one.text : plainText(one.inlines))).join("");
}

/** With backticks around code, as texts of the tables have them. */
export function tickedText(inlines: readonly Inline[]): string {
  return inlines
    .map((one) => {
      if (one.type === "code") return `\`${one.text}\``;
      return "text" in one ? one.text : tickedText(one.inlines);
    })
    .join("");
}

/** Rows of cells in one line of text. */
function rowsText(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => row.join(" · ")).join(" | ");
}

/** A short markdown text without its marks. */
export function plainOf(text: string): string {
  return parseMarkdown(text).map(textOf).join(" ");
}

/** The words of a block for the search, which leaves code out. */
export function textOf(block: Block): string {
  switch (block.type) {
    case "heading":
    case "paragraph":
      return plainText(block.inlines);
    case "list":
      return block.items.flat().map(textOf).join(" ");
    case "table":
      return rowsText([block.head, ...block.rows].map((row) => row.map(plainText)));
    case "note":
      return block.blocks.map(textOf).join(" ");
    default:
      return "";
  }
}
