import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import ORDER from "./guides.json" with { type: "json" };

/**
 * The guides in reading order. *Integrate* is for those who call the API, *Operate* for those who run the service: only the
 * second has commands and settings. The slug is the address below /docs and the file's name.
 */
export const PARTS = Object.entries(ORDER).map(([part, slugs]) => ({ part, slugs }));
export const GUIDES = PARTS.flatMap(({ part, slugs }) => slugs.map((slug) => ({ slug, part })));

// Written out like this, the build recognises which folders to pack.
const guideFile = (slug: string) => join(process.cwd(), "docs/guides", `${slug}.md`);
const programFile = (name: string, language: string) =>
  language === "php"
    ? join(process.cwd(), "docs/examples/php", name)
    : join(process.cwd(), "docs/examples/receivers", name);

const downloadFile = (name: string) => join(process.cwd(), "public/docs/downloads", name);

export const guidePath = (slug: string) => (slug === "overview" ? "/docs" : `/docs/${slug}`);

/**
 * The guide's markdown. `{base_url}` becomes this deployment's address, `<!-- downloads -->` its clients, and `<!-- file express.ts -->` that
 * program, so that readers copy what the tests run.
 */
export function guideText(slug: string, baseUrl: string): string {
  return readFileSync(guideFile(slug), "utf8")
    .replace(
      /^<!-- file ([a-z-]+\.(ts|php|py)) -->$/gm,
      (_, name: string, language: string) =>
        `\`\`\`${language === "py" ? "python" : language} ${name}\n${readFileSync(programFile(name, language), "utf8")}\`\`\``,
    )
    .replace("<!-- downloads -->", downloadsTable)
    .replaceAll("{base_url}", baseUrl);
}

/** Only a build has made them. */
function downloadsTable(): string {
  const sums = downloadFile("SHA256SUMS");
  const lines = existsSync(sums) ? readFileSync(sums, "utf8").trim().split("\n") : [];
  const rows = lines.map((line) => {
    const [sum = "", name = ""] = line.split("  ");
    const size = Math.ceil(statSync(downloadFile(name)).size / 1024);
    return `| [${name}](/docs/downloads/${name}) | ${size} KB | \`${sum}\` |\n`;
  });
  return `| File | Size | SHA-256 |\n|---|---|---|\n${rows.join("")}`;
}
