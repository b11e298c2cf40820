import { readFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import { drizzleOver } from "../../lib/db/declared";
import { hostsOf } from "../../lib/db/hosts";
import { type Client, pipelineOver } from "../../lib/db/pipeline";
import { Pool } from "../../lib/db/pool";
import { settingsOf } from "../../lib/db/session";
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
const hosts = hostsOf({
  url: bare.databaseUrl,
  name: "bare",
  silenceMs: 5_000,
  maxPipeline: 100,
  begin: settingsOf(),
});
const { options } = hosts;
const pool = new Pool(bare.poolSize, hosts.open);
// It has the driver read dates and JSON as the service has it do.
const client: Client = pipelineOver({
  ...{ pool, options, prepare: true, deadlineMs: 20_000 },
  load: { underWay: 0, deadlinesMissed: 0 },
});
drizzleOver(client);
// The parameters are written already.
for (const type of Object.keys(options.serializers))
  options.serializers[Number(type)] = (written: unknown) => written;

async function rowsOf(path: string): Promise<unknown> {
  const { statements, isFresh } = bare.replayed[path]!;
  const all: unknown[] = [];
  for (const { text, parameters } of isFresh ? freshened(statements, known) : statements)
    all.push(await client.unsafe(text, parameters).values());
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
