/** The pages of docs/runbooks, and their rehearsal: each page's blocks are run by bash, as they stand. */
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import postgres from "postgres";
import { expect, it, type TestContext } from "vitest";
import { root } from "../../server/program/checkout.mjs";
import { migrateDatabase } from "../../tools/migrator";
import { runCommand, type Script } from "./commands";
import { listening } from "./listening";

const FOLDER = "docs/runbooks";
type Variables = Record<string, string>;

/** What a block has printed. */
export interface Printed {
  text: string;
  /** Its lines of JSON. */
  rows: Record<string, unknown>[];
  /** On stderr. */
  said: string;
}

/** Runs a page's next block with these settings and variables. */
export type Next = (variables: Variables) => Promise<Printed>;

export const pageText = (page: string) => readFileSync(`${FOLDER}/${page}.md`, "utf8");

/** The pages that the table of runbooks names. */
export const runbookPages = () =>
  [...pageText("README").matchAll(/^\|.*\(([\w-]+)\.md\) \|$/gm)].map(([, page]) => page!);

export const blocksOf = (page: string) =>
  [...pageText(page).matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block]) => block!);

/** A test in which each block of a page is run, in order. */
const rehearsal =
  (run: (block: string, variables: Variables) => Promise<Printed>) =>
  (page: string, title: string, act: (next: Next, context: TestContext) => Promise<void>) =>
    it(`${page}: ${title}`, async (context) => {
      const left = blocksOf(page);
      await act((variables) => run(left.shift()!, variables), context);
      expect(left, "blocks that were not run").toEqual([]);
    });

/** With `npm` and `psql` as they are installed. */
export const rehearsed = rehearsal(runInBash);

/** With what `npm run` and `psql` would do done in this process, since to start each of them costs a second. */
export const rehearsedHere = rehearsal(async (block, variables) => {
  const handling = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const words = Buffer.concat(chunks).toString().split("\0").slice(0, -1);
    const { printed, said } = await handle(words, variables).catch((error) => ({
      printed: "",
      said: String(error),
    }));
    response.end([printed, said].join(SEPARATOR));
  });
  const { url, stop } = await listening(handling);
  const printed = await runInBash(block, variables, HANDED_OVER(url));
  await stop();
  return printed;
});

const SEPARATOR = "\u001e";
const HANDED_OVER = (url: string) => `
  handed_over() {
    local answer said
    answer=$(printf '%s\\0' "$@" | curl -sS --data-binary @- ${url}/)
    printf '%s\\n' "\${answer%%${SEPARATOR}*}"
    said="\${answer#*${SEPARATOR}}"
    [ -z "$said" ] || printf '%s\\n' "$said" >&2
  }
  npm() { handed_over npm "$@"; }
  psql() { handed_over psql "$@"; }
`;

async function handle([program, ...words]: string[], variables: Variables) {
  if (program === "psql") {
    const [url, option, text] = words;
    if (option !== "-c" || words.length !== 3) throw new Error(`Unknown to the rehearsal: psql ${words}`);
    const sql = postgres(url!, { max: 1, onnotice: () => {} });
    const rows = await sql.unsafe(text!).finally(() => sql.end());
    return { printed: linesOf(rows), said: "" };
  }
  const [run, script, dashes = "--", ...args] = words;
  if (run !== "run" || dashes !== "--") throw new Error(`Unknown to the rehearsal: npm ${words}`);
  if (script === "db:migrate") {
    await migrateDatabase(variables.DATABASE_URL!);
    return { printed: "The database is up to date.", said: "" };
  }
  const { rows, said } = await runCommand(script as Script, args, variables);
  return { printed: linesOf(rows), said };
}

const linesOf = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).join("\n");

/** A command that finds a fault ends with 1, and whoever reads the page goes on. */
function runInBash(block: string, variables: Variables, before = ""): Promise<Printed> {
  const { NODE_OPTIONS: _, VITEST: __, ...inherited } = process.env;
  const env = { ...inherited, ...variables };
  return new Promise((resolve) => {
    execFile("bash", ["--norc", "-uc", `${before}\n${block}`], { env, cwd: root }, (_error, text, said) => {
      const rows = text.split("\n").filter((line) => line.startsWith("{"));
      resolve({ text, rows: rows.map((line) => JSON.parse(line)), said });
    });
  });
}
