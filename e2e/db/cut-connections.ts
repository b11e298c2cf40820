/**
 * A process of its own for cut-connections.test.ts: ends connections to PostgreSQL after each of the server's messages,
 * and prints, as one line of JSON, what nobody caught.
 */
import { setImmediate } from "node:timers/promises";
import { sql as query } from "drizzle-orm";
import { openDatabase } from "../../lib/db/client";
import { type PostgresProxy, startPostgresProxy } from "../support/postgres-proxy";

const [, , url = ""] = process.argv;

/** Where each work is at the moment. */
const at: Record<string, string> = {};
const uncaught: string[] = [];
for (const kind of ["unhandledRejection", "uncaughtException"])
  process.on(kind, (error: Error) => uncaught.push(`${kind} of ${JSON.stringify(at)}: ${error.stack}`));

/** What an open connection is used for; one that fails is nothing to this. */
type Work = (close: (() => Promise<void>)[]) => Promise<void>;

const byClient =
  (address: string, prepare: boolean): Work =>
  async (close) => {
    const database = openDatabase({ url: address, poolSize: 1, prepare, name: "cut" });
    close.push(database.close);
    await database.db.execute(query`select ${1}::int`);
    await database.db.transaction(async (tx) => {
      await Promise.all([tx.execute(query`select ${1}::int`), tx.execute(query`select 2`)]);
      throw new Error("to be rolled back");
    });
  };

/** Reading the array types is hundreds of rows, each a message, of which a few stand for all. */
const CUTS = Array.from({ length: 80 }, (_, at) => (at < 40 ? at : 40 + (at - 40) * 50));
/** A connection that was cut is waited for now and then: so many are, side by side. */
const SIDES = 4;

/** Ends it after no message, after one, and so on until the work has all that it needs; by turns in both ways. */
async function cutEverywhere(name: string, side: number, proxy: PostgresProxy, work: Work): Promise<number> {
  for (const [index, messages] of CUTS.entries()) {
    if (index % SIDES !== side) continue;
    const how = Math.floor(index / SIDES) % 2 === 0 ? "end" : "reset";
    at[`${name}, ${side}`] = `${how} after ${messages}`;
    proxy.endAfter(messages, how);
    const close: (() => Promise<void>)[] = [];
    const error = await work(close).catch((fault: Error) => fault);
    for (const one of close) await one();
    for (let turns = 0; turns < 3; turns++) await setImmediate();
    if (error?.message === "to be rolled back") return messages;
  }
  throw new Error(`${name} never has what it needs`);
}

const twice = (address: string) => address.replace(/@([^/]+)/, "@$1,$1");
const works: Record<string, (address: string) => Work> = {
  "the service": (address) => byClient(address, true),
  "the service behind a pooler": (address) => byClient(address, false),
  "the service with two hosts": (address) => byClient(twice(address), true),
};
const stages: Record<string, number> = {};
await Promise.all(
  Object.entries(works).flatMap(([name, work]) =>
    Array.from({ length: SIDES }, async (_, side) => {
      const proxy = await startPostgresProxy(url);
      const stage = await cutEverywhere(name, side, proxy, work(proxy.url));
      stages[name] = Math.max(stages[name] ?? 0, stage);
      await proxy.close();
    }),
  ),
);
process.stdout.write(JSON.stringify({ stages, uncaught }));
