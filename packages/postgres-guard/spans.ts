import { type About, inSpan, isTracing } from "../tracing/span";

/** Spans are named by verb and table. Values are in none. */
const SYSTEM = { "db.system.name": "postgresql" };

export const inTransactionSpan = <T>(work: () => Promise<T>): Promise<T> =>
  inSpan({ name: "transaction", kind: "client", attributes: SYSTEM }, work);

export const inStatementSpan = <T>(text: string, work: () => Promise<T>): Promise<T> =>
  isTracing() ? inSpan(aboutStatement(text), work) : work();

function aboutStatement(text: string): About {
  const { verb, table } = summaryOf(text);
  const attributes = {
    ...SYSTEM,
    "db.operation.name": verb,
    ...(table !== null && { "db.collection.name": table }),
  };
  return { name: table === null ? verb : `${verb} ${table}`, kind: "client", attributes };
}

interface Summary {
  verb: string;
  table: string | null;
}

const MAX_SUMMARIES = 500;
const summaries = new Map<string, Summary>();

/** Verb and table of a statement; where only its parts in parentheses name tables, of the first that writes, or reads. */
function summaryOf(text: string): Summary {
  const known = summaries.get(text);
  if (known) return known;
  let outer = text;
  for (let before = ""; before !== outer; ) {
    before = outer;
    outer = outer.replace(/\([^()]*\)/g, "");
  }
  const [, words, table] = NAMED.exec(outer) ?? WRITTEN.exec(text) ?? NAMED.exec(text) ?? [];
  const verb =
    words === undefined ? /\w+/.exec(text)?.[0] : words === "from" ? "select" : words.split(" ")[0];
  const summary = { verb: (verb ?? "other").toUpperCase(), table: table ?? null };
  if (summaries.size < MAX_SUMMARIES) summaries.set(text, summary);
  return summary;
}

const WRITTEN = /\b(insert into|update|delete from)\s+"(\w+)"/;
const NAMED = /\b(insert into|update|delete from|from)\s+"(\w+)"/;
