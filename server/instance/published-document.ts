import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Published } from "../../lib/api/operation";
import { WRITTEN_FOR } from "../../lib/contract/examples";

// Spelled out like this, so that the build recognises which files to pack.
const FILES = {
  sandbox: () => readFileSync(join(process.cwd(), "openapi.json"), "utf8"),
  production: () => readFileSync(join(process.cwd(), "openapi.production.json"), "utf8"),
};

/**
 * The deployment's document, read at the first request: generating it takes longer than the rest of a start. `npm run
 * generate` writes it, and a test compares it with the schemas.
 */
export function publishedDocument(place: {
  baseUrl: string;
  environment: "sandbox" | "production";
  /** The operator's email address or page, if it is set. */
  contact?: string;
}): () => Published {
  let published: Published | undefined;
  return () => {
    published ??= read(place);
    return published;
  };
}

function read({ baseUrl, environment, contact }: Parameters<typeof publishedDocument>[0]): Published {
  const written = FILES[environment]()
    .replaceAll("\r\n", "\n")
    .trimEnd()
    .replaceAll(WRITTEN_FOR, () => JSON.stringify(baseUrl).slice(1, -1));
  const document = JSON.parse(written);
  if (contact !== undefined) {
    const { name } = document.info.contact;
    document.info.contact = contact.startsWith("https://")
      ? { name, url: contact }
      : { name, email: contact };
  }
  const text = JSON.stringify(document, null, 2);
  const etag = `"${createHash("sha256").update(text).digest("base64url")}"`;
  return { document, text, etag };
}
