import { GUIDES, guidePath, guideText, PARTS } from "./guides";
import { headOf, plainOf } from "./markdown";
import type { Json } from "./openapi";
import { operationPath, referenceOf } from "./reference";

/** The documentation for programs that read text: https://llmstxt.org. */
const TITLE = "# Provider Checkout";

const firstSentence = (text: string) => /^.*?\.(?=\s|$)/s.exec(text)?.[0] ?? text;

/** What there is to read, with an address for each. */
export function llmsIndex(document: Json, baseUrl: string): string {
  const guides = PARTS.map((part) => {
    const lines = GUIDES.filter((one) => one.part === part).map(({ slug }) => {
      const { title, description } = headOf(guideText(slug, baseUrl));
      return `- [${title}](${baseUrl}${guidePath(slug)}): ${description}`;
    });
    return `## ${part}\n\n${lines.join("\n")}`;
  });
  const operations = referenceOf(document)
    .groups.flatMap((group) => group.operations)
    .map(
      ({ id, method, path, description }) =>
        `- [${method} ${path}](${baseUrl}${operationPath(id)}): ${firstSentence(plainOf(description))}`,
    );
  return `${TITLE}

> An API and a portal with which education providers enrol students, who pay by card (Pay Now) or in interest-free instalments by direct debit (a payment plan). Sandbox and production are two deployments; this one is ${baseUrl}.

- [All guides as one text](${baseUrl}/llms-full.txt)
- [OpenAPI document](${baseUrl}/openapi.json): every operation, with descriptions and examples
- [Problems](${baseUrl}/docs/problems): every error code with cause and remedy

${guides.join("\n\n")}

## Operations

${operations.join("\n")}
`;
}

/** All guides in their order, with addresses that work anywhere. */
export function llmsFull(baseUrl: string): string {
  const texts = GUIDES.map(({ slug }) => guideText(slug, baseUrl).replaceAll("](/", `](${baseUrl}/`).trim());
  return `${texts.join("\n\n")}\n`;
}

export function textResponse(text: string): Response {
  const headers = { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=300" };
  return new Response(text, { headers });
}
