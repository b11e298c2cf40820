import MiniSearch from "minisearch";
import type { FieldErrorCode } from "../domain/errors";
import { GUIDES, guidePath, readGuide } from "./guides";
import { type Block, plainOf, rowsText, textOf } from "./markdown";
import type { Json } from "./openapi";
import { FIELD_PROBLEMS, problemPath, problemSections } from "./problems";
import { operationPath, referenceOf } from "./reference";
import type { Member } from "./shape";
import { FACT_TABLES, type FactTable } from "./tables";

export interface Hit {
  kind: "Guide" | "Operation" | "Problem" | "Field error" | "Event";
  title: string;
  href: string;
  /** A line or two from where the words stand. */
  excerpt: string;
}

interface Entry extends Hit {
  id: number;
  text: string;
}

const MOST_HITS = 30;
const EXCERPT = 180;

const indexes = new WeakMap<Json, { index: MiniSearch<Entry>; entries: Entry[] }>();

/** What the documentation has on these words, best first: sections of guides, operations, problems, field errors. */
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
  ].map((entry, id) => ({ ...entry, id, excerpt: "" }));
  const index = new MiniSearch<Entry>({
    fields: ["title", "text"],
    // `createCheckout` is found by its parts too.
    processTerm: (term) => [term.toLowerCase(), ...parts(term)],
  });
  index.addAll(entries);
  return { index, entries };
}

type Found = Omit<Entry, "id" | "excerpt">;

function parts(term: string): string[] {
  const split = term.split(/(?<=[a-z])(?=[A-Z])/);
  return split.length > 1 ? split.map((part) => part.toLowerCase()) : [];
}

function guideEntries(baseUrl: string): Found[] {
  return GUIDES.flatMap(({ slug }) => {
    const { title, blocks } = readGuide(slug, baseUrl);
    const entries: Found[] = [{ kind: "Guide", title, href: guidePath(slug), text: "" }];
    for (const block of blocks) {
      if (block.type === "heading")
        entries.push({
          kind: "Guide",
          title: `${title}: ${block.text}`,
          href: `${guidePath(slug)}#${block.id}`,
          text: "",
        });
      else entries.at(-1)!.text += ` ${wordsOf(block)}`;
    }
    return entries;
  });
}

/** What a page shows of a block, tables that are made from facts too. */
function wordsOf(block: Block): string {
  if (block.type !== "slot") return textOf(block);
  const tables: Record<string, FactTable> = FACT_TABLES;
  const table = tables[block.name];
  return table ? plain(rowsText([table.head, ...table.rows])) : "";
}

/** Without the backticks that mark code. */
const plain = (text: string) => text.replaceAll("`", "");

function referenceEntries(document: Json): Found[] {
  const { groups, webhooks } = referenceOf(document);
  const operations = groups.flatMap((group) =>
    group.operations.map(
      (one): Found => ({
        kind: "Operation",
        title: one.summary,
        href: operationPath(one.id),
        text: [
          `${one.method} ${one.path}.`,
          plainOf(one.description),
          one.id,
          ...one.parameters.map(({ name, shape }) => `${name} ${plain(shape.description)}`),
          namesOf(one.body?.shape.members ?? []),
        ].join(" "),
      }),
    ),
  );
  const events = webhooks.map(
    (one): Found => ({
      kind: "Event",
      title: one.type,
      href: `/docs/reference/events#${one.type}`,
      text: plain(`${one.summary} ${one.description}`),
    }),
  );
  return [...operations, ...events];
}

function namesOf(members: readonly Member[]): string {
  return members.map(({ name, shape }) => `${name} ${namesOf(shape.members)}`).join(" ");
}

function problemEntries(document: Json, baseUrl: string): Found[] {
  return [
    ...problemSections(document, baseUrl).map(
      (one): Found => ({
        kind: "Problem",
        title: one.code,
        href: problemPath(one.code),
        text: plain(`${one.status} ${one.title}. ${one.cause} ${one.remedy}`),
      }),
    ),
    ...(Object.keys(FIELD_PROBLEMS) as FieldErrorCode[]).map(
      (code): Found => ({
        kind: "Field error",
        title: code,
        href: `/docs/problems#${code}`,
        text: plain(FIELD_PROBLEMS[code]),
      }),
    ),
  ];
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
