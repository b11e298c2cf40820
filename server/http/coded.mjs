/** Sends whole responses of Next's, compressed as the client takes them. */

/** @typedef {import("node:http").IncomingMessage} Request */
/** @typedef {import("./in-process.mjs").Asked} Asked */
/** @typedef {(request: Request, response: import("node:http").ServerResponse, asked: Asked, compression?: "each" | "once" | "never") => Promise<void>} Send */

/**
 * @param {typeof import("../../packages/http/compress").compressed} compressed
 * @returns {Send} `once` where the same bytes are sent to everybody, and not again to who has them; `never` where the response
 *   holds a secret
 */
export const createSend =
  (compressed) =>
  async (request, response, { status, headers, body }, compression = "each") => {
    if (compression === "once" && status === 200 && isKnown(request, String(headers.etag)))
      return void response.writeHead(304, { ...headers, vary: "Accept-Encoding" }).end();
    const { "set-cookie": cookies, ...others } = headers;
    const joined = Object.fromEntries(
      Object.entries(others).map(([name, value]) => [name, [value].flat().join(", ")]),
    );
    const accepted = request.headers["accept-encoding"]?.toString();
    const whole = { status, headers: joined, body };
    const coded = compression === "never" ? whole : await compressed(whole, accepted, compression);
    if (cookies) response.setHeader("Set-Cookie", cookies);
    response.setHeader("Content-Length", coded.body?.length ?? 0);
    response.writeHead(status, coded.headers).end(request.method === "HEAD" ? undefined : coded.body);
  };

/** Whether the sender has it already, in whatever coding. @param {Request} request @param {string} etag */
function isKnown({ headers }, etag) {
  const tags = (headers["if-none-match"] ?? "").split(",").map(plain);
  return tags.includes("*") || tags.includes(plain(etag));
}

const plain = (/** @type {string} */ etag) => etag.trim().replace(/^W\//, "");
