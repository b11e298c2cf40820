import MiniSearch from "minisearch";
import { GUIDES, guidePath, readGuide } from "./guides";
import { type Block, plainOf, rowsText, textOf } from "./markdown";
import type { Json } from "./openapi";
import { FIELD_PROBLEMS, problemPath, problemSections } from "./problems";
import { operationPath, referenceOf } from "./reference";
import type { Member } from "./shape";
import { FACT_TABLES, type FactTable } from "./tables";

interface Entry {
  kind: "Guide" | "Operation" | "Problem" | "Field error" | "Event";
  title: string;
  href: string;
  text: string;
}

/** An entry that was found, with the part of its text around the words. */
export type Hit = Omit<Entry, "text"> & { excerpt: string };

const MOST_HITS = 30;
const EXCERPT = 180;

const indexes = new WeakMap<Json, { index: MiniSearch<Entry & { id: number }>; entries: Entry[] }>();

/** Best first. */
export function searchDocs(query: string, document: Json, baseUrl: string): Hit[] {
  const known = indexes.get(document) ?? build(document, baseUrl);
  indexes.set(document, known);
  const options = { prefix: true, fuzzy: 0.2, boost: { title: 4 } };
  const all = known.index.search(query, { ...options, combineWith: "AND" });
  const found = all.length > 0 ? all : known.index.search(query, options);
  return found.slice(0, MOST_HITS).map(({ id, terms }) => {
    const { kind, title, href, text } = known.entries[id]!;
    return { kind, title, href, excerpt: excerptOf(text, terms) };
  });
}

function build(document: Json, baseUrl: string) {
  const entries = [
    ...guideEntries(baseUrl),
    ...referenceEntries(document),
    ...problemEntries(document, baseUrl),
  ];
  const index = new MiniSearch<Entry & { id: number }>({
    fields: ["title", "text"],
    // `createCheckout` is found by its parts too.
    processTerm: (term) => [term.toLowerCase(), ...parts(term)],
  });
  index.addAll(entries.map((entry, id) => ({ ...entry, id })));
  return { index, entries };
}

function parts(term: string): string[] {
  const split = term.split(/(?<=[a-z])(?=[A-Z])/);
  return split.length > 1 ? split.map((part) => part.toLowerCase()) : [];
}

/** One for each section. */
function guideEntries(baseUrl: string): Entry[] {
  return GUIDES.flatMap(({ slug }) => {
    const { title, blocks } = readGuide(slug, baseUrl);
    const [kind, path] = ["Guide", guidePath(slug)] as const;
    const entries: Entry[] = [{ kind, title, href: path, text: "" }];
    for (const block of blocks) {
      if (block.type === "heading")
        entries.push({ kind, title: `${title}: ${block.text}`, href: `${path}#${block.id}`, text: "" });
      else entries.at(-1)!.text += ` ${wordsOf(block)}`;
    }
    return entries;
  });
}

/** The words of a block, also those of a generated table. */
function wordsOf(block: Block): string {
  if (block.type !== "slot") return textOf(block);
  const tables: Record<string, FactTable> = FACT_TABLES;
  const table = tables[block.name];
  return table ? plain(rowsText([table.head, ...table.rows])) : "";
}

/** Without the backticks that mark code. */
const plain = (text: string) => text.replaceAll("`", "");

function referenceEntries(document: Json): Entry[] {
  const { groups, webhooks } = referenceOf(document);
  const operations = groups
    .flatMap((group) => group.operations)
    .map((one): Entry => {
      const parameters = one.parameters.map(({ name, shape }) => `${name} ${plain(shape.description)}`);
      const members = namesOf(one.body?.shape.members ?? []);
      const text = [`${one.method} ${one.path}.`, plainOf(one.description), one.id, ...parameters, members];
      return { kind: "Operation", title: one.summary, href: operationPath(one.id), text: text.join(" ") };
    });
  const events = webhooks.map(({ type, summary, description }): Entry => {
    const text = plain(`${summary} ${description}`);
    return { kind: "Event", title: type, href: `/docs/reference/events#${type}`, text };
  });
  return [...operations, ...events];
}

function namesOf(members: readonly Member[]): string {
  return members.map(({ name, shape }) => `${name} ${namesOf(shape.members)}`).join(" ");
}

function problemEntries(document: Json, baseUrl: string): Entry[] {
  const problems = problemSections(document, baseUrl).map(({ code, status, title, cause, remedy }): Entry => {
    const text = plain(`${status} ${title}. ${cause} ${remedy}`);
    return { kind: "Problem", title: code, href: problemPath(code), text };
  });
  const fields = Object.entries(FIELD_PROBLEMS).map(
    ([code, means]): Entry => ({
      kind: "Field error",
      title: code,
      href: `/docs/problems#${code}`,
      text: plain(means),
    }),
  );
  return [...problems, ...fields];
}

/** The text around the first of the words, cut between words. */
function excerptOf(text: string, terms: readonly string[]): string {
  const plain = text.replace(/\s+/g, " ").trim();
  const lower = plain.toLowerCase();
  const places = terms.map((term) => lower.indexOf(term)).filter((at) => at >= 0);
  const first = places.length > 0 ? Math.min(...places) : 0;
  const from = first < EXCERPT / 2 ? 0 : plain.indexOf(" ", first - EXCERPT / 3) + 1;
  const cut = plain.slice(from, from + EXCERPT);
  const whole = from + EXCERPT >= plain.length;
  return `${from > 0 ? "… " : ""}${whole ? cut : `${cut.slice(0, cut.lastIndexOf(" "))} …`}`;
}
