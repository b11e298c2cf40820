import { setImmediate } from "node:timers/promises";
import MiniSearch from "minisearch";
import { ERROR_CODES } from "../../lib/domain/problems";
import { present } from "../text/narrow";
import { GUIDES, guidePath, guideText } from "./guides";
import { plainOf, sectionsOf } from "./markdown";
import type { Json } from "./openapi";
import { problemPath, problemText } from "./problems";
import { membersOf, operationPath, referenceOf } from "./reference";
import type { Member } from "./shape";

interface Entry {
  kind: "Guide" | "Operation" | "Problem" | "Event";
  title: string;
  href: string;
  text: string;
}

/** An entry that was found, with the part of its text around the words. */
export type Hit = Omit<Entry, "text"> & { excerpt: string };

/** What readers call the subject of a page or section that does not use their word. By its address. */
export const ALSO_CALLED: Readonly<Record<string, string>> = {
  "/docs#make-your-first-call": "quickstart quick start getting started tutorial",
  "/docs#conventions": "cents dollars timezone",
  "/docs/pay-now#get-a-token-in-the-browser": "tokenize tokenise tokenization cors",
  "/docs/status#page-through-a-list": "pagination paginate paging",
  "/docs/api-keys": "authentication authenticate auth login bearer",
  "/docs/errors": "http status codes",
  "/docs/payment-plan#after-signing": "failed debits",
  "/docs/webhook-receiver#another-language": "java golang go c# ruby laravel",
  "/docs#get-an-address-and-a-key": "base url production address",
  "/docs/payment-plan": "installment installments bnpl",
  "/docs/cli": "ngrok tunnel localhost",
  "/docs/api-keys#scopes": "simulate permission",
  "/docs/events#verify-a-signature": "raw body verify hmac",
  "/docs/idempotency": "double charge duplicate payment",
  "/docs/typescript-client": "sdk javascript node nodejs npm package library commonjs require",
  "/docs/python-client": "python python3 pip pypi venv django flask sdk",
  "/docs/refunds": "chargeback",
  "/docs/not-offered#3-d-secure": "3ds 3d sca",
};

const MAX_HITS = 30;
/** More take time in which no call of the API is answered. */
const MAX_WORDS = 10;
const EXCERPT = 180;

const indexes = new WeakMap<Json, ReturnType<typeof build>>();

/** Best first. */
export async function searchDocs(query: string, document: Json, baseUrl: string): Promise<Hit[]> {
  const building = indexes.get(document) ?? build(document, baseUrl);
  indexes.set(document, building);
  building.catch(() => indexes.delete(document));
  const known = await building;
  return known
    .find(query)
    .slice(0, MAX_HITS)
    .map(({ id, terms }) => {
      const { kind, title, href, text } = present(known.entries[id], "entry of the index");
      return { kind, title, href, excerpt: excerptOf(text, terms) };
    });
}

/** In parts, between which calls of the API are answered: the whole takes a quarter of a second. */
async function build(document: Json, baseUrl: string) {
  const entries: Entry[] = [];
  for (const { slug } of GUIDES) {
    entries.push(...guideEntries(slug, baseUrl));
    await setImmediate();
  }
  entries.push(...referenceEntries(document), ...problemEntries());
  const index = new MiniSearch<Entry & { id: number; also: string }>({
    fields: ["title", "text", "also"],
    tokenize: wordsOf,
    processTerm: singular,
    searchOptions: { prefix: true, boost: { title: 4, also: 12 } },
  });
  const documents = entries.map((entry, id) => ({ ...entry, id, also: ALSO_CALLED[entry.href] ?? "" }));
  await index.addAllAsync(documents);
  /** All words as they stand, else all as if misspelt, else some of them. */
  const find = (query: string) => {
    const words = [...new Set(wordsOf(query))].slice(0, MAX_WORDS).join(" ");
    for (const way of WAYS) {
      const found = index.search(words, way);
      if (found.length > 0) return found;
    }
    return [];
  };
  return { find, entries };
}

/** `createCheckout` is one word and two. */
const wordsOf = (text: string) =>
  text.split(/[\s\p{P}]+/u).flatMap((word) => [...new Set([word, ...word.split(/(?<=[a-z])(?=[A-Z])/)])]);

/** Short words are one letter from too many others. */
const fuzzy = (term: string) => (term.length > 4 ? 0.2 : false);
const WAYS = [{ combineWith: "AND" }, { combineWith: "AND", fuzzy }, {}, { fuzzy }] as const;

const singular = (word: string) => (word.length > 3 ? word.replace(/(?<!s)s$/, "") : word).toLowerCase();

/** One for each section. */
function guideEntries(slug: string, baseUrl: string): Entry[] {
  const [page, ...sections] = sectionsOf(guideText(slug, baseUrl));
  const [kind, href, title] = ["Guide", guidePath(slug), page?.title ?? slug] as const;
  return [
    { kind, title, href, text: page?.text ?? "" },
    ...sections.map(
      (one): Entry => ({
        kind,
        title: `${title}: ${one.title}`,
        href: `${href}#${one.id}`,
        text: one.text,
      }),
    ),
  ];
}

/** Without the backticks that mark code. */
const plain = (text: string) => text.replaceAll("`", "");

function referenceEntries(document: Json): Entry[] {
  const { groups, webhooks } = referenceOf(document);
  const operations = groups
    .flatMap((group) => group.operations)
    .map((one): Entry => {
      const parameters = (one.parameters ?? []).map(
        ({ name, description }) => `${name} ${plain(description)}`,
      );
      const members = namesOf(membersOf(one.requestBody?.content["application/json"]));
      const text = [`${one.method} ${one.path}.`, plainOf(one.description), one.id, ...parameters, members];
      return { kind: "Operation", title: one.summary, href: operationPath(one.id), text: text.join(" ") };
    });
  const events = webhooks.map(({ type, description }): Entry => {
    const text = plain(description);
    return { kind: "Event", title: type, href: `/docs/reference/events#${type}`, text };
  });
  return [...operations, ...events];
}

function namesOf(members: readonly Member[]): string {
  return members.map(({ name, shape }) => `${name} ${namesOf(shape.members)}`).join(" ");
}

function problemEntries(): Entry[] {
  return ERROR_CODES.map((code) => ({
    kind: "Problem",
    title: code,
    href: problemPath(code),
    text: plainOf(problemText(code)),
  }));
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
