import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The guides in reading order. The slug is the address below /docs and the file's name. */
export const GUIDES = [
  { slug: "overview", name: "Overview" },
  { slug: "pay-now", name: "Pay Now" },
  { slug: "payment-plan", name: "Payment plan" },
  { slug: "hosted-page", name: "The hosted page" },
  { slug: "embedding", name: "Embedding" },
  { slug: "states", name: "States" },
  { slug: "status", name: "Status and lists" },
  { slug: "events", name: "Events and webhooks" },
  { slug: "webhook-receiver", name: "A webhook receiver" },
  { slug: "reconciliation", name: "Reconciliation" },
  { slug: "emails", name: "Emails to students" },
  { slug: "testing", name: "Testing" },
  { slug: "idempotency", name: "Idempotency and retries" },
  { slug: "errors", name: "Errors" },
  { slug: "rate-limits", name: "Rate limits" },
  { slug: "api-keys", name: "API keys" },
  { slug: "typescript-client", name: "TypeScript client" },
  { slug: "python-client", name: "Python client" },
  { slug: "php", name: "PHP" },
  { slug: "cli", name: "Command line" },
  { slug: "background-work", name: "Background work" },
  { slug: "monitoring", name: "Monitoring" },
  { slug: "performance", name: "Performance" },
  { slug: "behind-a-proxy", name: "Behind a proxy" },
  { slug: "go-live", name: "Go-live checklist" },
  { slug: "scaling", name: "Scaling" },
  { slug: "deploy-vercel", name: "Deploy on Vercel" },
  { slug: "deploy-container", name: "Deploy in containers" },
  { slug: "versioning", name: "Versioning" },
  { slug: "migration", name: "Moving to /v1" },
  { slug: "changelog", name: "Changelog" },
  { slug: "not-offered", name: "What is not offered" },
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
