import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import Negotiator from "negotiator";
import type { ApiResponse } from "./types";

/** A body that may be compressed: each time anew, or once, where the same bytes are sent to everybody with a 200. */
export type Compression = "each" | "once";

type Coding = "br" | "gzip";
type Body = string | Uint8Array;

/** Below it a body fits into one packet with its headers. */
const WORTH_BYTES = 1024;

/** PDF and pictures are compressed already. */
const COMPRESSIBLE = /^(text\/|application\/(json|javascript|problem\+json|xml)\b|image\/svg\+xml)/i;

/** Brotli's quality and gzip's level. What is kept may take ten times as long: it is done in another thread. */
const EFFORT: Record<Compression, Record<Coding, number>> = {
  each: { br: 4, gzip: 4 },
  once: { br: 10, gzip: 9 },
};

/** In our order, where the client has none. */
const CODINGS = ["br", "gzip", "identity"];

/** Its published types do not know the option. */
interface Preferring {
  encodings(available: string[], options: { preferred: string[] }): string[];
}

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

type Coded = Map<Coding, Promise<Uint8Array>>;

/** What is compressed once: texts, which are few, and bytes for as long as somebody else keeps them. */
const texts = new Map<string, Coded>();
const bytes = new WeakMap<Uint8Array, Coded>();

/**
 * The same answer as the client takes it: compressed by Brotli or gzip where that is worth it. Its headers have their names
 * in small letters. Only for answers that hold no secret: beside what a caller sent, the length of a compressed secret tells
 * what it is.
 * See docs/decisions/022-compression.md.
 * @param accepted the request's Accept-Encoding
 */
export async function compressed(
  response: ApiResponse,
  accepted: string | undefined,
  compression: Compression,
): Promise<ApiResponse> {
  const { status, body } = response;
  const headers = new Headers(response.headers);
  // Caches keep an answer for those who take the same codings.
  if (!/\baccept-encoding\b/i.test(headers.get("vary") ?? "")) headers.append("Vary", "Accept-Encoding");
  const isFit =
    body !== null &&
    status !== 206 &&
    !headers.has("Content-Encoding") &&
    COMPRESSIBLE.test(headers.get("Content-Type") ?? "");
  const coding = isFit ? codingFor(accepted, Buffer.byteLength(body)) : null;
  if (!isFit || !coding) return { status, headers: Object.fromEntries(headers), body };
  const etag = headers.get("ETag");
  if (etag !== null && !etag.startsWith("W/")) headers.set("ETag", `W/${etag}`);
  headers.set("Content-Encoding", coding);
  // A refusal is another body each time, and keeping those would fill the memory.
  const isKept = compression === "once" && status === 200;
  const coded = isKept ? keep(body, coding) : code(body, coding, "each");
  return { status, headers: Object.fromEntries(headers), body: await coded };
}

/** What the client takes most gladly; null for the body as it is, which a short one is where the client takes that too. */
function codingFor(accepted: string | undefined, bytes: number): Coding | null {
  if (accepted === undefined) return null;
  const negotiator: Preferring = new Negotiator({ headers: { "accept-encoding": accepted } });
  const [first, ...others] = negotiator.encodings(CODINGS, { preferred: CODINGS });
  if (first !== "br" && first !== "gzip") return null;
  return bytes < WORTH_BYTES && others.includes("identity") ? null : first;
}

function keep(body: Body, coding: Coding): Promise<Uint8Array> {
  const codings: Coded = (typeof body === "string" ? texts.get(body) : bytes.get(body)) ?? new Map();
  if (typeof body === "string") texts.set(body, codings);
  else bytes.set(body, codings);
  const coded = codings.get(coding) ?? code(body, coding, "once");
  codings.set(coding, coded);
  return coded;
}

function code(body: Body, coding: Coding, compression: Compression): Promise<Uint8Array> {
  const effort = EFFORT[compression][coding];
  if (coding === "gzip") return zip(body, { level: effort });
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants;
  const params = { [BROTLI_PARAM_QUALITY]: effort, [BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(body) };
  return brotli(body, { params });
}
