import { readFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import { clientOf, openPostgres } from "../../packages/postgres-guard/index";
import { freshened } from "./freshened";
import type { Statement } from "./recorder";

/**
 * What is left when all of the service is taken away but its SQL: a bare server that sends the very statements that the
 * service was seen to send, by the same driver with the same settings, and answers what the database said. With no
 * statements for a path it answers a fixed text.
 */
export interface Bare {
  databaseUrl: string;
  poolSize: number;
  /** What each path answers without a database. */
  fixed: Record<string, string>;
  /** What each path sends to the database; those with `isFresh` with ids of its own each time. */
  replayed: Record<string, { statements: Statement[]; isFresh: boolean }>;
  /** Names in the statements that stay. */
  known: string[];
}

const bare: Bare = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8"));
const known = new Set(bare.known);
const { databaseUrl: url, poolSize } = bare;
const client = clientOf(openPostgres({ url, poolSize, prepare: true, name: "bare" }).db);
const { serializers } = client.options;
// The parameters are written already.
for (const type of Object.keys(serializers)) serializers[Number(type)] = (written: unknown) => written;

async function rowsOf(path: string): Promise<unknown> {
  const { statements, isFresh } = bare.replayed[path]!;
  const all: unknown[] = [];
  for (const { text, parameters } of isFresh ? freshened(statements, known) : statements)
    all.push(await client.unsafe(text, parameters as never[]).values());
  return all;
}

const JSON_TYPE = { "Content-Type": "application/json" };
const tell = (response: ServerResponse, text: string) => response.writeHead(200, JSON_TYPE).end(text);

createServer((request, response) => {
  const path = request.url ?? "/";
  const fixed = bare.fixed[path];
  if (fixed !== undefined) return void tell(response, fixed);
  const chunks: Buffer[] = [];
  request.on("data", (chunk) => chunks.push(chunk));
  request.on("end", () => {
    if (chunks.length > 0) JSON.parse(Buffer.concat(chunks).toString());
    rowsOf(path).then(
      (rows) => tell(response, JSON.stringify(rows)),
      (error) => response.writeHead(500).end(String(error)),
    );
  });
}).listen(Number(process.env.PORT), "127.0.0.1", () => console.log("The bare server listens"));
