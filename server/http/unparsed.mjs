/** What never became a request of node's, or is none by its Host. */
import { STATUS_CODES } from "node:http";

/** Whether a request has the one Host line that HTTP/1.1 asks for (RFC 9112, section 3.2). @param {import("node:http").IncomingMessage} request */
export const hasItsHost = ({ headersDistinct: { host }, httpVersion }) =>
  host ? host.length === 1 : httpVersion !== "1.1";

/** The start of a request whose method node's parser does not know. */
const UNKNOWN_METHOD = /^([!#$%&'*+.^_`|~\w-]+) (\S+) HTTP\/1\.[01]\r\n/;

/**
 * Method and target, where it is only the method that node does not know. The packet may hold other requests before it.
 * @param {NodeJS.ErrnoException & { rawPacket?: Buffer, bytesParsed?: number }} error
 */
export function unknownMethodIn({ code, rawPacket, bytesParsed = 0 }) {
  if (code !== "HPE_INVALID_METHOD" || !rawPacket) return null;
  const packet = rawPacket.toString("latin1");
  const line = packet.slice(packet.lastIndexOf("\n", Math.max(0, bytesParsed - 1)) + 1);
  const [, method, target] = UNKNOWN_METHOD.exec(line) ?? [];
  return method && target ? { method, target } : null;
}

/**
 * Answers where node made no response object, and ends the connection.
 * @param {import("node:net").Socket} socket
 * @param {import("../../packages/http/types").ApiResponse} answer
 */
export function writeRaw(socket, { status, headers, body }) {
  const length = { "Content-Length": Buffer.byteLength(body ?? ""), Connection: "close" };
  const head = Object.entries({ ...headers, ...length });
  const lines = head.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  socket.on("error", () => socket.destroy());
  socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines}\r\n${body ?? ""}`);
  // Without waiting for the client to close its side.
  socket.destroySoon();
}
