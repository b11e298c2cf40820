import { GUIDES, guidePath } from "./guides";
import type { Json } from "./openapi";
import { isErrorCode } from "./problems";
import { operationPath, referenceOf } from "./reference";

const PAGES: readonly string[] = [
  ...GUIDES.map(({ slug }) => guidePath(slug)),
  "/docs/problems",
  "/docs/reference",
  "/docs/search",
];

/**
 * Whether an address is below /docs and has no page there (D-092).
 * @param document the published one, whose operations have pages
 */
export function isLostInDocs(path: string, document: () => Json): boolean {
  if (!path.startsWith("/docs/") || PAGES.includes(path)) return false;
  const [, code] = /^\/docs\/problems\/([^/]+)$/.exec(path) ?? [];
  if (code !== undefined) return !isErrorCode(code);
  const { groups, webhooks } = referenceOf(document());
  if (path === "/docs/reference/events") return webhooks.length === 0;
  return !groups.some(({ operations }) => operations.some(({ id }) => operationPath(id) === path));
}
