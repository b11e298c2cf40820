import { inSpan, isTracing } from "../tracing/span";

/** Spans are named by verb and table. Values are in none. */
const SYSTEM = { "db.system.name": "postgresql" };

export const inTransactionSpan = <T>(work: () => Promise<T>): Promise<T> =>
  inSpan({ name: "transaction", kind: "client", attributes: SYSTEM }, work);

export function inStatementSpan<T>(text: string, work: () => Promise<T>): Promise<T> {
  if (!isTracing()) return work();
  const { verb, table } = summaryOf(text);
  const attributes = {
    ...SYSTEM,
    "db.operation.name": verb,
    ...(table && { "db.collection.name": table }),
  };
  return inSpan({ name: [verb, table].filter(Boolean).join(" "), kind: "client", attributes }, work);
}

/** Verb and table of a statement; where only its parts in parentheses name tables, of the first that writes, or reads. */
function summaryOf(text: string): { verb: string; table?: string } {
  let outer = text;
  for (let before = ""; before !== outer; ) {
    before = outer;
    outer = outer.replace(/\([^()]*\)/g, "");
  }
  const [, words, table] = NAMED.exec(outer) ?? WRITTEN.exec(text) ?? NAMED.exec(text) ?? [];
  const [verb = "other"] = words === "from" ? ["select"] : (/\w+/.exec(words ?? text) ?? []);
  return { verb: verb.toUpperCase(), table };
}

const WRITTEN = /\b(insert into|update|delete from)\s+"(\w+)"/;
const NAMED = /\b(insert into|update|delete from|from)\s+"(\w+)"/;
