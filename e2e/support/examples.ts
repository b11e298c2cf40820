import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import type { Code } from "../../packages/docs/code";
import { GUIDES, guideText } from "../../packages/docs/guides";
import { examplesIn } from "../../packages/docs/markdown";
import { findProgram, type Program } from "./programs";
import { python } from "./python";

const SEPARATOR = "\u001e";
const TSX = pathToFileURL(join(process.cwd(), "node_modules/tsx/dist/loader.mjs")).href;

/** Pages that the documentation shows, each run in a browser by a test that knows it by this name. */
export const HTML_EXAMPLES = ["card-form", "stripe-form", "embed-link", "embed-page", "embed"] as const;

/** Programs that the documentation shows whole; e2e/docs runs them. */
export const PROGRAMS = [
  "inbox.ts",
  "express.ts",
  "next-route.ts",
  "receiver.py",
  "webhook.php",
  "provider-checkout.php",
];

/** What answers the reference's examples, which name a provider, a checkout, an event and an endpoint of nobody's. */
export const NOBODYS = [
  "checkout_not_found",
  "event_not_found",
  "provider_code_mismatch",
  "settlement_not_found",
  "webhook_endpoint_not_found",
];

/** The guide whose commands need a receiver; e2e/docs runs them beside one. */
export const RUN_WITH_A_RECEIVER: string = "events";

/** The guides whose examples need a client as it is installed; e2e/docs installs it and runs them there. */
export const isRunInstalled = (slug: string) => slug === "typescript-client" || slug === "python-client";

export interface CodeExample extends Code {
  slug: string;
  /** Whether the same example stands beside it in other languages. */
  isVariant: boolean;
}

/** Every code block of every guide, as the pages draw it for this address. */
export function guideExamples(baseUrl: string): CodeExample[] {
  return GUIDES.flatMap(({ slug }) =>
    examplesIn(guideText(slug, baseUrl)).flatMap((codes) =>
      codes.map((code) => ({ ...code, slug, isVariant: codes.length > 1 })),
    ),
  );
}

/** The first block of the overview as a reader completes it: address, provider code, key; a folder, or a new one. */
export function variablesOf(
  provider: { code: string; key: string },
  baseUrl: string,
  work = "$(mktemp -d)",
): string {
  const first = guideExamples(baseUrl).find(({ language }) => language === "bash")!;
  if (first.slug !== "overview") throw new Error("The guides do not begin with the overview's variables");
  return first.text
    .replace("<provider_code>", provider.code)
    .replace("<PROVIDER_API_KEY>", provider.key)
    .replace("$(mktemp -d)", () => work);
}

/** A folder that a reader works in, and what removes it. */
export function workFolder(): { folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), "provider-checkout-examples-"));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/**
 * Runs blocks in order in one bash, as somebody would who pastes them.
 * @param temporary where `mktemp` makes what it is asked for
 * @returns what each printed
 * @throws when a command fails; anything on stderr is a failure too
 */
export async function runShell(
  blocks: readonly string[],
  folder: string,
  temporary = folder,
): Promise<string[]> {
  const script = ["set -euo pipefail", ...blocks.map((block) => `${block}\nprintf '${SEPARATOR}'`)].join(
    "\n",
  );
  const { stdout, stderr } = await promisify(execFile)("bash", ["-c", script], {
    cwd: folder,
    env: { ...process.env, TMPDIR: temporary },
  });
  if (stderr !== "") throw new Error(stderr);
  return stdout.split(SEPARATOR).slice(0, -1);
}

/**
 * Runs TypeScript examples, each a module of its own, one after the other in one process.
 * @param folder where they are written, beside the packages that they import
 * @param here where they are run
 * @returns what each printed
 */
export async function runTypeScript(
  codes: readonly string[],
  env: Record<string, string>,
  folder: string,
  here = folder,
): Promise<string[]> {
  const imports = codes.map((code, index) => {
    writeFileSync(join(folder, `example-${index}.mts`), code);
    return `await import("./example-${index}.mts");\nprocess.stdout.write("${SEPARATOR}");`;
  });
  const file = join(folder, "examples.mts");
  writeFileSync(file, imports.join("\n"));
  const { stdout } = await promisify(execFile)(process.execPath, ["--import", TSX, file], {
    cwd: here,
    env: { ...process.env, ...env },
  });
  return stdout.split(SEPARATOR).slice(0, -1);
}

/** The languages beside curl in which guides have their examples. */
export const VARIANTS = ["ts", "python", "php"] as const;
export type Variant = (typeof VARIANTS)[number];

/** What runs an example in each of them; null where the machine lacks it. */
export const RUNNERS: Record<Variant, Program> = {
  ts: { path: process.execPath, remedy: "needs Node.js" },
  python: { path: python, remedy: "needs Python 3.9 or newer: apt-get install python3" },
  php: withCurl(findProgram("php", "php-cli php-curl")),
};

/** Runs one example, written into a folder, from another one. @returns what it printed */
export async function runExample(
  language: Variant,
  code: string,
  env: Record<string, string>,
  folder: string,
  here: string,
): Promise<string> {
  if (language === "ts") return (await runTypeScript([code], env, folder, here))[0]!;
  const file = join(folder, `example.${language}`);
  writeFileSync(file, code);
  const options = { cwd: here, env: { ...process.env, ...env } };
  return (await promisify(execFile)(RUNNERS[language].path!, [file], options)).stdout;
}

/** What needs a program that the machine lacks says so in its title. */
export function needing(language: Variant, title: string): string {
  const { path, remedy } = RUNNERS[language];
  return path ? title : `${title} (${remedy})`;
}

/** PHP is none without its extension curl. */
function withCurl(php: Program): Program {
  if (!php.path) return php;
  const { status } = spawnSync(php.path, ["-r", 'exit(extension_loaded("curl") ? 0 : 1);']);
  return status === 0 ? php : { ...php, path: null };
}
