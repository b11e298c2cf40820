/** Sends whole answers of Next's, compressed as the client takes them. */

/** @typedef {import("../../packages/http/types").ApiResponse} Answer */
/** @typedef {(request: import("node:http").IncomingMessage, response: import("node:http").ServerResponse, asked: import("./in-process.mjs").Asked, compression?: "each" | "once" | "never") => Promise<void>} Send */

/**
 * @param {typeof import("../../packages/http/compress").compressed} compressed
 * @returns {Send} `once` where the same bytes are sent to everybody, `never` where the answer holds a secret
 */
export const createSend =
  (compressed) =>
  async (request, response, { status, headers, body }, compression = "each") => {
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
