#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { ConnectionError, createProviderCheckoutClient, isProblem } from "../index.js";
import { listen } from "./listen.js";
import { settingsOf, UsageError } from "./settings.js";

const HELP = `provider-checkout listen --forward-to URL [options]

Forwards each event to a server on this machine, signed as a webhook, until Ctrl-C.

It signs with WEBHOOK_SECRET. Without one, it makes a secret and prints it.
An event that gets no 2xx is sent again after 5 s, 15 s, 60 s and 300 s.
The test events of an endpoint are not forwarded, because they are not in the list of events.

  --forward-to URL   Your receiver: http://localhost:4000/webhooks/provider-checkout
  --since WHEN       Start at this time: 30m, 2d or 2026-11-24T09:00Z. Default: now
  --event-type TYPE  Only events of this type
  --remote           Allows another machine. Events contain students' names and email addresses
  --live             Allows a live key. Its events are about real students
  --json             Prints JSON
  --version          Prints the version
  --help             Prints this`;

/** Of this package, which is built into `dist/cli`. */
const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));

const stop = new AbortController();
for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => stop.abort());
// Whoever reads the output has seen enough, as head does.
process.stdout.on("error", ({ code }: NodeJS.ErrnoException) => process.exit(code === "EPIPE" ? 0 : 1));

/** @returns the exit code: 0 done, 1 refused or not reached, 2 typed wrong or not set */
async function main(args: string[]): Promise<number> {
  try {
    const { values, positionals } = read(args);
    if (args.length === 0 || values.help || values.version) {
      print(values.version ? version : HELP);
      return 0;
    }
    if (positionals.join(" ") !== "listen")
      throw new UsageError(
        "Write it as: provider-checkout listen --forward-to URL. --help shows its options.",
      );
    const settings = settingsOf(process.env);
    const { baseUrl, apiKey } = settings;
    const how = { baseUrl, apiKey, maxRetries: 2, maxRetryTimeMs: 20_000, fetch: namedFetch };
    const client = createProviderCheckoutClient(how);
    await listen({ client, settings, options: values, signal: stop.signal, print, note });
    return 0;
  } catch (error) {
    for (const line of explained(error)) note(line);
    return error instanceof UsageError ? 2 : 1;
  }
}

function read(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        "forward-to": { type: "string" },
        since: { type: "string" },
        "event-type": { type: "string" },
        remote: { type: "boolean" },
        live: { type: "boolean" },
        json: { type: "boolean" },
        version: { type: "boolean" },
        help: { type: "boolean", short: "h" },
      },
    });
  } catch (error) {
    // What follows Node's first sentence is about options that are values.
    const [fault] = String(error instanceof Error && error.message).split(". ");
    throw new UsageError(`${fault}. --help shows the options.`);
  }
}

/** The service keeps what `listen` asks out of its log of requests. */
function namedFetch(request: Request): Promise<Response> {
  request.headers.set("User-Agent", `provider-checkout-cli/${version}`);
  return fetch(request);
}

/** What went wrong, and what to do about it. */
function explained(error: unknown): string[] {
  if (isProblem(error)) {
    const { code, fieldErrors, status, problem, requestId } = error;
    return [
      `${code}: ${problem.detail}`,
      ...fieldErrors.map((field) => `  ${field.pointer}: ${field.message}`),
      ...(status === 401 ? ["Set API_KEY to your key."] : []),
      `What to do: ${problem.type}`,
      `Request: ${requestId}`,
    ];
  }
  if (error instanceof ConnectionError) return [error.message, "Is BASE_URL the service's address?"];
  if (error instanceof UsageError) return [error.message];
  return [error instanceof Error ? (error.stack ?? error.message) : String(error)];
}

/** What a response holds could otherwise move the cursor, or turn a line around. */
function harmless(text: string): string {
  return text.replace(/(?![\n\t])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu, "\ufffd");
}

const print = (line: string) => void process.stdout.write(`${harmless(line)}\n`);
const note = (line: string) => void process.stderr.write(`${harmless(line)}\n`);

process.exitCode = await main(process.argv.slice(2));
