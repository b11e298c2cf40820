#!/usr/bin/env node
import { parseArgs } from "node:util";
import { ConnectionError, createProviderCheckoutClient, isProblem } from "../index.js";
import { GET, LIST } from "./checkouts.js";
import { type Command, columns, type Option } from "./command.js";
import { DOCTOR } from "./doctor.js";
import { TAIL } from "./events.js";
import { Failure, UsageError } from "./faults.js";
import { LISTEN } from "./listen.js";
import { type Settings, settingsOf } from "./settings.js";
import { TRIGGER } from "./trigger.js";
import { version } from "./version.js";

const NAME = "provider-checkout";
const COMMANDS: Record<string, Command> = {
  listen: LISTEN,
  trigger: TRIGGER,
  "events tail": TAIL,
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
async function main(args: string[]): Promise<number> {
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
      throw new UsageError(`${NAME} ${[name, ...command.words].join(" ")}: these words, and no others`);
    const all = (option: string) => [values[option] ?? []].flat().map(String);
    settings = settingsOf((option) => all(option)[0], process.env, process.cwd());
    const { baseUrl, apiKey } = settings;
    const found = await command.run({
      client: createProviderCheckoutClient({ baseUrl, apiKey, maxRetries: 2, maxRetryTimeMs: 20_000 }),
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
    return error instanceof UsageError ? 2 : 1;
  }
}

function commandOf(args: string[]): [name: string, command: Command | null] {
  const [first, second] = args;
  if (first === undefined || first === "--help" || first === "-h" || first === "help") {
    const rows = Object.entries(COMMANDS).map(([name, { summary }]) => [`  ${name}`, summary]);
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
  if (first === "logs")
    throw new UsageError(`The API has no log of requests. ${NAME} events tail follows events.`);
  throw new UsageError(`There is no command ${[first, second].filter(Boolean).join(" ")}. ${SEE_HELP}`);
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
    throw new UsageError((error as Error).message);
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

/** What went wrong, and what to do about it. */
function explained(error: unknown, settings: Settings | undefined): string[] {
  if (isProblem(error)) {
    const { message, fieldErrors, status, problem, requestId } = error;
    const from = status === 401 ? [`The key is from ${settings?.from}.`] : [];
    const fields = fieldErrors.map((field) => `  ${field.pointer}: ${field.message}`);
    return [message, ...fields, ...from, `What to do: ${problem.type}`, `Request: ${requestId}`];
  }
  if (error instanceof ConnectionError)
    return [error.message, `Is the service at ${settings?.baseUrl}? The address is from ${settings?.from}.`];
  if (error instanceof UsageError || error instanceof Failure) return [error.message];
  if (stop.signal.aborted) return ["Stopped."];
  return [error instanceof Error ? (error.stack ?? error.message) : String(error)];
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function note(line: string): void {
  process.stderr.write(`${line}\n`);
}
