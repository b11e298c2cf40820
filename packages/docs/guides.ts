import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Whom a guide is for: who calls the API, or who runs the service. Only the second reads commands and settings. */
export const PARTS = ["Integrate", "Operate"] as const;

/** The guides in reading order. The slug is the address below /docs and the file's name. */
export const GUIDES = [
  { slug: "overview", part: "Integrate", name: "Overview" },
  { slug: "pay-now", part: "Integrate", name: "Pay Now" },
  { slug: "payment-plan", part: "Integrate", name: "Payment plan" },
  { slug: "hosted-page", part: "Integrate", name: "The hosted page" },
  { slug: "embedding", part: "Integrate", name: "Embedding" },
  { slug: "states", part: "Integrate", name: "States" },
  { slug: "status", part: "Integrate", name: "Status and lists" },
  { slug: "events", part: "Integrate", name: "Events and webhooks" },
  { slug: "webhook-receiver", part: "Integrate", name: "A webhook receiver" },
  { slug: "reconciliation", part: "Integrate", name: "Reconciliation" },
  { slug: "emails", part: "Integrate", name: "Emails to students" },
  { slug: "testing", part: "Integrate", name: "Testing" },
  { slug: "idempotency", part: "Integrate", name: "Idempotency and retries" },
  { slug: "errors", part: "Integrate", name: "Errors" },
  { slug: "rate-limits", part: "Integrate", name: "Rate limits" },
  { slug: "api-keys", part: "Integrate", name: "API keys" },
  { slug: "typescript-client", part: "Integrate", name: "TypeScript client" },
  { slug: "python-client", part: "Integrate", name: "Python client" },
  { slug: "php", part: "Integrate", name: "PHP" },
  { slug: "cli", part: "Integrate", name: "Command line" },
  { slug: "checklist", part: "Integrate", name: "Before you go live" },
  { slug: "versioning", part: "Integrate", name: "Versioning" },
  { slug: "migration", part: "Integrate", name: "Moving to /v1" },
  { slug: "changelog", part: "Integrate", name: "Changelog" },
  { slug: "not-offered", part: "Integrate", name: "What is not offered" },
  { slug: "providers", part: "Operate", name: "Providers and keys" },
  { slug: "go-live", part: "Operate", name: "Run in production" },
  { slug: "deploy-container", part: "Operate", name: "Deploy in containers" },
  { slug: "deploy-vercel", part: "Operate", name: "Deploy on Vercel" },
  { slug: "behind-a-proxy", part: "Operate", name: "Behind a proxy" },
  { slug: "background-work", part: "Operate", name: "Background work" },
  { slug: "monitoring", part: "Operate", name: "Monitoring" },
  { slug: "scaling", part: "Operate", name: "Scaling" },
  { slug: "performance", part: "Operate", name: "Performance" },
  { slug: "operator-changelog", part: "Operate", name: "Changelog for operators" },
] as const;
export type GuideSlug = (typeof GUIDES)[number]["slug"];

// Written out like this, the build recognises which folders to pack.
const guideFile = (slug: GuideSlug) => join(process.cwd(), "docs/guides", `${slug}.md`);
const programFile = (name: string, language: string) =>
  language === "php"
    ? join(process.cwd(), "docs/examples/php", name)
    : join(process.cwd(), "docs/examples/receivers", name);

export function guidePath(slug: GuideSlug): string {
  return slug === "overview" ? "/docs" : `/docs/${slug}`;
}

export function isGuide(slug: string): slug is GuideSlug {
  return GUIDES.some((guide) => guide.slug === slug);
}

/**
 * The guide's markdown. `{base_url}` becomes this deployment's address, and `<!-- file express.ts -->` that
 * program, so that readers copy what the tests run.
 */
export function guideText(slug: GuideSlug, baseUrl: string): string {
  return readFileSync(guideFile(slug), "utf8")
    .replace(
      /^<!-- file ([a-z-]+\.(ts|php|py)) -->$/gm,
      (_, name: string, language: string) =>
        `\`\`\`${language === "py" ? "python" : language} ${name}\n${readFileSync(programFile(name, language), "utf8")}\`\`\``,
    )
    .replaceAll("{base_url}", baseUrl);
}
