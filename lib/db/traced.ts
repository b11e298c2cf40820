import type postgres from "postgres";
import { inSpan, isTracing } from "../../packages/tracing/span";
import { onceAwaited, type Query } from "./awaited";

/**
 * A span for each statement and each transaction, the wait for a connection included, named by verb and table. Values are
 * in none. Nothing at all where nothing is traced when the database is opened.
 */
export function traced<T extends postgres.Sql | postgres.TransactionSql>(sql: T): T {
  return isTracing() ? withSpans(sql) : sql;
}

function withSpans<T extends postgres.Sql | postgres.TransactionSql>(sql: T): T {
  return new Proxy(sql, {
    get(target, property, receiver) {
      if (property === "unsafe")
        return (text: string, ...others: []) => {
          const query = target.unsafe(text, ...others) as unknown as Query;
          return onceAwaited(query, (sent) => inSpan(aboutStatement(text), async () => sent));
        };
      const member = Reflect.get(target, property, receiver);
      if (property !== "begin" && property !== "savepoint") return member;
      return (...args: unknown[]) => {
        const work = args.pop() as (inner: postgres.TransactionSql) => unknown;
        const inside = (inner: postgres.TransactionSql) => work(withSpans(inner));
        return inSpan(TRANSACTION, () =>
          (member as (...all: unknown[]) => Promise<unknown>).call(target, ...args, inside),
        );
      };
    },
  });
}

const SYSTEM = { "db.system.name": "postgresql" };
const TRANSACTION = { name: "transaction", kind: "client", attributes: SYSTEM } as const;

function aboutStatement(text: string) {
  const { verb, table } = summaryOf(text);
  const attributes = {
    ...SYSTEM,
    "db.operation.name": verb,
    ...(table !== null && { "db.collection.name": table }),
  };
  return { name: table === null ? verb : `${verb} ${table}`, kind: "client", attributes } as const;
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
