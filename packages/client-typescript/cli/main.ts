#!/usr/bin/env node
import { parseArgs } from "node:util";
import { ConnectionError, createProviderCheckoutClient, isProblem } from "../index.js";
import { GET, LIST } from "./checkouts.js";
import { type Command, columns, type Option } from "./command.js";
import { DOCTOR } from "./doctor.js";
import { TAIL } from "./events.js";
import { Failure, UsageError } from "./faults.js";
import { LISTEN } from "./listen.js";
import { LOGS } from "./logs.js";
import { QUOTE } from "./quote.js";
import { type Settings, settingsOf } from "./settings.js";
import { TRIGGER } from "./trigger.js";
import { version } from "./version.js";

const NAME = "provider-checkout";
const COMMANDS: Record<string, Command> = {
  listen: LISTEN,
  trigger: TRIGGER,
  "events tail": TAIL,
  "logs tail": LOGS,
  quote: QUOTE,
  "checkouts get": GET,
  "checkouts list": LIST,
  doctor: DOCTOR,
};
const COMMON: Record<string, Option> = {
  "base-url": { value: "URL", help: "In place of PROVIDER_CHECKOUT_URL or BASE_URL" },
  "api-key": {
    value: "KEY",
    help: "In place of PROVIDER_CHECKOUT_API_KEY or API_KEY; others on this machine can see it",
  },
};
const JSON_OPTION = { json: { help: "Prints JSON" } };
const HELP = { help: { help: "Prints this" } };
const SEE_HELP = `${NAME} --help lists the commands.`;

const stop = new AbortController();
for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => stop.abort());
// Whoever reads the output has seen enough, as head does.
process.stdout.on("error", ({ code }: NodeJS.ErrnoException) => process.exit(code === "EPIPE" ? 0 : 1));
process.exitCode = await main(process.argv.slice(2));

/** @returns the exit code: 0 done, 1 refused, not reached or found wrong, 2 typed wrong or not set */
async function main(typed: string[]): Promise<number> {
  const args = typed[0] === "help" ? [...typed.slice(1), "--help"] : typed;
  let settings: Settings | undefined;
  try {
    const [name, command] = commandOf(args);
    if (!command) return 0;
    const options = { ...command.options, ...COMMON, ...(command.hasJson && JSON_OPTION), ...HELP };
    const { values, positionals } = read(args.slice(name.split(" ").length), options);
    if (values.help) {
      for (const line of helpOf(name, command, options)) print(line);
      return 0;
    }
    const least = command.words.filter((word) => !word.startsWith("[")).length;
    if (positionals.length < least || positionals.length > command.words.length)
      throw new UsageError(`Write it as: ${NAME} ${[name, ...command.words].join(" ")}`);
    const all = (option: string) => [values[option] ?? []].flat().map(String);
    settings = settingsOf((option) => all(option)[0], process.env, process.cwd());
    const { baseUrl, apiKey } = settings;
    const found = await command.run({
      client: createProviderCheckoutClient({
        ...{ baseUrl, apiKey, maxRetries: 2, maxRetryTimeMs: 20_000 },
        fetch: namedFetch,
      }),
      settings,
      words: positionals,
      values: all,
      json: values.json === true,
      signal: stop.signal,
      print,
      note,
    });
    return found === false ? 1 : 0;
  } catch (error) {
    for (const line of explained(error, settings)) note(line);
    return error instanceof UsageError || isKeyMissing(error, settings) ? 2 : 1;
  }
}

function commandOf([first, second]: string[]): [name: string, command: Command | null] {
  const isGroup = Object.keys(COMMANDS).some((name) => name.startsWith(`${first} `));
  if (first === undefined || isHelp(first) || (isGroup && isHelp(second))) {
    const rows = Object.entries(COMMANDS)
      .filter(([name]) => !isGroup || name.startsWith(`${first} `))
      .map(([name, { summary }]) => [`  ${name}`, summary]);
    print(
      `${NAME} COMMAND [options]\n\n${columns(rows).join("\n")}\n\n${NAME} COMMAND --help shows its options.`,
    );
    return ["", null];
  }
  if (first === "--version") {
    print(version);
    return ["", null];
  }
  for (const name of [`${first} ${second}`, first]) {
    const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
    if (command) return [name, command];
  }
  throw new UsageError(`There is no command ${[first, second].filter(Boolean).join(" ")}. ${SEE_HELP}`);
}

function isHelp(word: string | undefined): boolean {
  return ["--help", "-h", "help"].includes(word ?? "");
}

interface Read {
  values: Record<string, string | boolean | (string | boolean)[] | undefined>;
  positionals: string[];
}

function read(args: string[], options: Record<string, Option>): Read {
  const asked = Object.entries(options).map(([name, { value, multiple = false }]) => [
    name,
    {
      type: value === undefined ? "boolean" : "string",
      multiple,
      ...(name === "help" && { short: "h" }),
    } as const,
  ]);
  try {
    return parseArgs({ args, options: Object.fromEntries(asked), allowPositionals: true });
  } catch (error) {
    // What follows Node's first sentence is about options that are values.
    throw new UsageError(`${(error as Error).message.split(". ")[0]}. Its --help lists what it takes.`);
  }
}

function helpOf(name: string, { words, summary, more }: Command, options: Record<string, Option>): string[] {
  const rows = Object.entries(options).map(([option, { value, help }]) => [
    `  --${option}${value === undefined ? "" : ` ${value}`}`,
    help,
  ]);
  const about = more === undefined ? [] : ["", more];
  return [[NAME, name, ...words, "[options]"].join(" "), "", summary, ...about, "", ...columns(rows)];
}

/** The service keeps what `listen` asks out of the log of requests that `logs tail` shows. */
function namedFetch(request: Request): Promise<Response> {
  request.headers.set("User-Agent", `provider-checkout-cli/${version}`);
  return fetch(request);
}

function isKeyMissing(error: unknown, settings: Settings | undefined): boolean {
  return isProblem(error, "authentication_required") && settings?.apiKey === undefined;
}

/** What went wrong, and what to do about it. */
function explained(error: unknown, settings: Settings | undefined): string[] {
  if (isProblem(error)) {
    const { code, fieldErrors, status, problem, requestId } = error;
    const source = isKeyMissing(error, settings)
      ? "No key is known: set API_KEY to your key."
      : `The key is from ${settings?.from}.`;
    const from = status === 401 ? [source] : [];
    const fields = fieldErrors.map((field) => `  ${field.pointer}: ${field.message}`);
    return [
      `${code}: ${problem.detail}`,
      ...fields,
      ...from,
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

/** What an answer holds could otherwise move the cursor, or turn a line around. */
function harmless(text: string): string {
  return text.replace(/(?![\n\t])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu, "\ufffd");
}

function print(line: string): void {
  process.stdout.write(`${harmless(line)}\n`);
}

function note(line: string): void {
  process.stderr.write(`${harmless(line)}\n`);
}
