import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Block, parseMarkdown, plainText } from "./markdown";

/** The guides in reading order: the address below /docs, which is the file's name too, and the name in the menu. */
export const GUIDES = [
  { slug: "overview", name: "Overview" },
  { slug: "pay-now", name: "Pay Now" },
  { slug: "payment-plan", name: "Payment plan" },
  { slug: "hosted-page", name: "The hosted page" },
  { slug: "embedding", name: "Embedding" },
  { slug: "status", name: "Status and lists" },
  { slug: "events", name: "Events and webhooks" },
  { slug: "webhook-receiver", name: "A webhook receiver" },
  { slug: "emails", name: "Emails to students" },
  { slug: "testing", name: "Testing" },
  { slug: "idempotency", name: "Idempotency and retries" },
  { slug: "errors", name: "Errors" },
  { slug: "rate-limits", name: "Rate limits" },
  { slug: "api-keys", name: "API keys" },
  { slug: "typescript-client", name: "TypeScript client" },
  { slug: "background-work", name: "Background work" },
  { slug: "go-live", name: "Go-live checklist" },
  { slug: "not-offered", name: "What is not offered" },
] as const;
export type GuideSlug = (typeof GUIDES)[number]["slug"];

export interface Guide {
  slug: GuideSlug;
  title: string;
  /** The first paragraph, in plain text. */
  summary: string;
  /** All that follows the title. */
  blocks: Block[];
}

/** Below the working folder, written so that the build sees which folder to take along. */
const guideFile = (slug: GuideSlug) => join(process.cwd(), "docs/guides", `${slug}.md`);

/** The path of a guide's page. */
export function guidePath(slug: GuideSlug): string {
  return slug === "overview" ? "/docs" : `/docs/${slug}`;
}

export function isGuide(slug: string): slug is GuideSlug {
  return GUIDES.some((guide) => guide.slug === slug);
}

const programFile = (name: string) => join(process.cwd(), "examples/receivers", name);

/**
 * The file's text; `{base_url}`, the specification's word for it, becomes this deployment's address. In place of
 * `<!-- file express.ts -->` stands that program, so that what is copied is what the tests run.
 */
export function guideText(slug: GuideSlug, baseUrl: string): string {
  return readFileSync(guideFile(slug), "utf8")
    .replace(
      /^<!-- file ([a-z-]+\.ts) -->$/gm,
      (_, name: string) => `\`\`\`ts ${name}\n${readFileSync(programFile(name), "utf8")}\`\`\``,
    )
    .replaceAll("{base_url}", baseUrl);
}

const parsed = new Map<string, Guide>();

/** @throws Error when the file is missing, or holds what the pages cannot draw */
export function readGuide(slug: GuideSlug, baseUrl: string): Guide {
  const key = `${slug} ${baseUrl}`;
  let guide = parsed.get(key);
  if (!guide) {
    guide = toGuide(slug, parseMarkdown(guideText(slug, baseUrl)));
    parsed.set(key, guide);
  }
  return guide;
}

function toGuide(slug: GuideSlug, [title, ...blocks]: Block[]): Guide {
  const [summary] = blocks;
  if (title?.type !== "heading" || title.depth !== 1 || summary?.type !== "paragraph")
    throw new Error(`${slug}.md does not begin with its title and a paragraph`);
  return { slug, title: title.text, summary: plainText(summary.inlines), blocks };
}
