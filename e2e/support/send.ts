import { Agent, request } from "node:http";
import { request as requestByTls } from "node:https";
import { brotliDecompressSync, gunzipSync } from "node:zlib";

export interface Sent {
  status: number;
  headers: Headers;
  bytes: Buffer;
}

/** An answer's bytes as they were before they were coded. */
export function decoded({ headers, bytes }: Sent): Buffer {
  const coding = headers.get("content-encoding");
  return coding === "br" ? brotliDecompressSync(bytes) : coding === "gzip" ? gunzipSync(bytes) : bytes;
}

/** For reads only: a slow machine may give up an idle connection too late, and only a read can be sent again. */
const agent = new Agent({ keepAlive: true, timeout: 2_000 });

/** What a connection that the other end has given up says. */
const ENDED = new Set(["ECONNRESET", "EPIPE"]);

/** Of a longer one a server need not take the rest, and its refusal can be lost in the connection's end. Then it is asked again. */
const MAX_BODY = 64 * 1024;

/**
 * Sends a request as it is, and reads the whole answer: a fifth of the work that it is for fetch.
 * @throws TypeError as fetch does, where no whole answer came
 */
export function send(
  method: string,
  url: string,
  headers: Record<string, string>,
  payload?: string | Uint8Array,
): Promise<Sent> {
  return new Promise((resolve, reject) => {
    const fail = (cause: Error & { code?: string }) => {
      const isRefused = cause.code === "EPIPE" && (payload?.length ?? 0) > MAX_BODY;
      if (isRefused || (sent.reusedSocket && ENDED.has(cause.code ?? "")))
        resolve(send(method, url, headers, payload));
      else reject(new TypeError("fetch failed", { cause }));
    };
    const isTls = url.startsWith("https:");
    const kept = method === "GET" && !isTls ? agent : false;
    const sent = (isTls ? requestByTls : request)(url, { agent: kept, method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("error", fail);
      response.on("end", () => {
        const told = new Headers();
        for (const [name, value] of Object.entries(response.headersDistinct))
          for (const one of value ?? []) told.append(name, one);
        resolve({ status: response.statusCode ?? 0, headers: told, bytes: Buffer.concat(chunks) });
      });
    });
    sent.on("error", fail);
    sent.end(payload);
  });
}
