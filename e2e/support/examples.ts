import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { GUIDES, type GuideSlug, guideText } from "../../lib/docs/guides";
import { type Block, parseMarkdown } from "../../lib/docs/markdown";

const SEPARATOR = "\u001e";
const TSX = pathToFileURL(join(process.cwd(), "node_modules/tsx/dist/loader.mjs")).href;

/** Pages that the documentation shows, each run in a browser by a test that knows it by this name. */
export const HTML_EXAMPLES = ["card-form", "embed-link", "embed-page", "embed"] as const;

/** Programs that the documentation shows whole; e2e/docs runs them. */
export const PROGRAMS = ["inbox.ts", "express.ts", "next-route.ts"];

/** The guide whose commands need a receiver; e2e/docs runs them beside one. */
export const RUN_WITH_A_RECEIVER: GuideSlug = "events";

/** The guides whose examples need the packed client; e2e/docs installs it and runs them there. */
export const isRunInstalled = (slug: GuideSlug) => slug === "typescript-client" || slug === "cli";

export type CodeExample = Extract<Block, { type: "code" }> & { slug: GuideSlug };

/** Every code block of every guide, as the pages draw it for this address. */
export function guideExamples(baseUrl: string): CodeExample[] {
  const codesIn = (blocks: Block[]): Extract<Block, { type: "code" }>[] =>
    blocks.flatMap((block) => {
      if (block.type === "code") return [block];
      if (block.type === "list") return codesIn(block.items.flat());
      return block.type === "note" ? codesIn(block.blocks) : [];
    });
  return GUIDES.flatMap(({ slug }) =>
    codesIn(parseMarkdown(guideText(slug, baseUrl))).map((block) => ({ ...block, slug })),
  );
}

/** The first block of the overview as a reader completes it: address, provider code, key. */
export function variablesOf(provider: { code: string; key: string }, baseUrl: string): string {
  const first = guideExamples(baseUrl).find(({ language }) => language === "bash")!;
  if (first.slug !== "overview") throw new Error("The guides do not begin with the overview's variables");
  return first.text.replace("<provider_code>", provider.code).replace("<PROVIDER_API_KEY>", provider.key);
}

/** A folder that a reader works in, and what removes it. */
export function workFolder(): { folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), "provider-checkout-examples-"));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/**
 * Runs blocks in order in one bash, as somebody would who pastes them.
 * @returns what each printed
 * @throws when a command fails; anything on stderr is a failure too
 */
export async function runShell(blocks: readonly string[], folder: string): Promise<string[]> {
  const script = ["set -euo pipefail", ...blocks.map((block) => `${block}\nprintf '${SEPARATOR}'`)].join(
    "\n",
  );
  const { stdout, stderr } = await promisify(execFile)("bash", ["-c", script], {
    cwd: folder,
    env: { ...process.env, TMPDIR: folder },
  });
  if (stderr !== "") throw new Error(stderr);
  return stdout.split(SEPARATOR).slice(0, -1);
}

/** Runs TypeScript examples, each a module of its own, one after the other in one process. @returns what each printed */
export async function runTypeScript(
  codes: readonly string[],
  env: Record<string, string>,
  folder: string,
): Promise<string[]> {
  const imports = codes.map((code, index) => {
    writeFileSync(join(folder, `example-${index}.mts`), code);
    return `await import("./example-${index}.mts");\nprocess.stdout.write("${SEPARATOR}");`;
  });
  const file = join(folder, "examples.mts");
  writeFileSync(file, imports.join("\n"));
  const { stdout } = await promisify(execFile)(process.execPath, ["--import", TSX, file], {
    cwd: folder,
    env: { ...process.env, ...env },
  });
  return stdout.split(SEPARATOR).slice(0, -1);
}
