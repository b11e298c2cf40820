#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { ConnectionError, createProviderCheckoutClient, isProblem } from "../index.js";
import { type Command, columns, Failure, type Option, type Settings, UsageError } from "./command.js";
import { DOCTOR } from "./doctor.js";
import { TAIL } from "./events.js";
import { LISTEN } from "./listen.js";
import { settingsOf } from "./settings.js";
import { TRIGGER } from "./trigger.js";

const NAME = "provider-checkout";
const COMMANDS = new Map<string, Command>([
  ["listen", LISTEN],
  ["trigger", TRIGGER],
  ["events tail", TAIL],
  ["doctor", DOCTOR],
]);
const COMMON: Record<string, Option> = {
  json: { help: "Prints JSON" },
  help: { help: "Prints this" },
};
/** Of this package, which is built into `dist/cli`. */
const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));

const stop = new AbortController();
for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => stop.abort());
// Whoever reads the output has seen enough, as head does.
process.stdout.on("error", ({ code }: NodeJS.ErrnoException) => process.exit(code === "EPIPE" ? 0 : 1));
process.exitCode = await main(process.argv.slice(2));

/** @returns the exit code: 0 done, 1 refused, not reached or found wrong, 2 typed wrong or not set */
async function main(args: string[]): Promise<number> {
  let settings: Settings | undefined;
  try {
    const name = [args.slice(0, 2).join(" "), args[0] ?? ""].find((one) => COMMANDS.has(one)) ?? "";
    const command = COMMANDS.get(name);
    if (!command) return overview(args);
    const options: Record<string, Option> = { ...command.options, ...COMMON };
    const { values, positionals } = read(args.slice(name.split(" ").length), options);
    if (values.help) {
      for (const line of helpOf(name, command, options)) print(line);
      return 0;
    }
    if (positionals.length > (command.word ? 1 : 0)) throw new UsageError(usageOf(name, command));
    settings = settingsOf(process.env, process.cwd());
    const { baseUrl, apiKey } = settings;
    const how = { baseUrl, apiKey, maxRetries: 2, maxRetryTimeMs: 20_000, fetch: namedFetch };
    const isWell = await command.run({
      client: createProviderCheckoutClient(how),
      settings,
      version,
      word: positionals[0],
      valueOf: (option) => values[option]?.toString(),
      has: (option) => values[option] === true,
      signal: stop.signal,
      print,
      note,
    });
    return isWell ? 0 : 1;
  } catch (error) {
    const isKeyMissing = isProblem(error, "authentication_required") && settings?.apiKey === undefined;
    for (const line of explained(error, settings)) note(line);
    return error instanceof UsageError || isKeyMissing ? 2 : 1;
  }
}

function overview([first]: string[]): number {
  if (first === "--version") print(version);
  else if (first === undefined || ["--help", "-h", "help"].includes(first)) {
    const rows = Array.from(COMMANDS, ([name, { summary }]) => [`  ${name}`, summary]);
    print(
      `${NAME} COMMAND [options]\n\n${columns(rows).join("\n")}\n\n${NAME} COMMAND --help shows its options.`,
    );
  } else throw new UsageError(`There is no command ${first}. ${NAME} --help lists the commands.`);
  return 0;
}

function read(args: string[], options: Record<string, Option>) {
  const asked = Object.entries(options).map(
    ([name, { value }]) =>
      [name, { type: value ? "string" : "boolean", ...(name === "help" && { short: "h" }) }] as const,
  );
  try {
    return parseArgs({ args, options: Object.fromEntries(asked), allowPositionals: true });
  } catch (error) {
    // What follows Node's first sentence is about options that are values.
    throw new UsageError(
      `${String(error instanceof Error && error.message).split(". ")[0]}. Its --help lists what it takes.`,
    );
  }
}

function usageOf(name: string, { word }: Command): string {
  return ["Write it as:", NAME, name, word, "[options]"].filter(Boolean).join(" ");
}

function helpOf(name: string, command: Command, options: Record<string, Option>): string[] {
  const rows = Object.entries(options).map(([option, { value, help }]) => [
    `  --${option}${value ? ` ${value}` : ""}`,
    help,
  ]);
  const { summary, more } = command;
  return [`${summary}.`, usageOf(name, command), "", ...(more ? [more, ""] : []), ...columns(rows)];
}

/** The service keeps what `listen` asks out of its log of requests. */
function namedFetch(request: Request): Promise<Response> {
  request.headers.set("User-Agent", `provider-checkout-cli/${version}`);
  return fetch(request);
}

/** What went wrong, and what to do about it. */
function explained(error: unknown, settings: Settings | undefined): string[] {
  if (isProblem(error)) {
    const { code, fieldErrors, status, problem, requestId } = error;
    const source = settings?.apiKey
      ? `The key is from ${settings.from}.`
      : "No key is known: set API_KEY to your key.";
    return [
      `${code}: ${problem.detail}`,
      ...fieldErrors.map((field) => `  ${field.pointer}: ${field.message}`),
      ...(status === 401 ? [source] : []),
      `What to do: ${problem.type}`,
      `Request: ${requestId}`,
    ];
  }
  if (error instanceof ConnectionError)
    return [error.message, `Is the service at ${settings?.baseUrl}? The address is from ${settings?.from}.`];
  if (error instanceof UsageError || error instanceof Failure) return [error.message];
  if (stop.signal.aborted) return ["Stopped."];
  return [error instanceof Error ? (error.stack ?? error.message) : String(error)];
}

/** What a response holds could otherwise move the cursor, or turn a line around. */
function harmless(text: string): string {
  return text.replace(/(?![\n\t])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu, "\ufffd");
}

function print(line: string): void {
  process.stdout.write(`${harmless(line)}\n`);
}

function note(line: string): void {
  process.stderr.write(`${harmless(line)}\n`);
}
