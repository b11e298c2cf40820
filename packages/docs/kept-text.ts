import { createHash } from "node:crypto";

interface KeptText {
  text: string;
  etag: string;
}

const kept = new Map<string, KeptText>();

/**
 * Answers with a text that is the same for everybody. It is made once in a process: to make all guides takes as long as
 * a hundred calls of the API.
 * @param name of the text, which follows from it and the deployment's address alone
 */
export function keptText(request: Request, name: string, contentType: string, make: () => string): Response {
  const { text, etag } = kept.get(name) ?? keep(name, make());
  const headers = { "Content-Type": contentType, "Cache-Control": "public, max-age=300", ETag: etag };
  const known = (request.headers.get("if-none-match") ?? "").split(",").map((one) => one.trim());
  const isKnown = known.some((one) => one === "*" || one.replace(/^W\//, "") === etag);
  return isKnown ? new Response(null, { status: 304, headers }) : new Response(text, { headers });
}

function keep(name: string, text: string): KeptText {
  const made = { text, etag: `"${createHash("sha256").update(text).digest("base64url")}"` };
  kept.set(name, made);
  return made;
}
