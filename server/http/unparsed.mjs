/** Answers to bytes that never became a request of node's, and to requests for which it made no response. */
import { STATUS_CODES } from "node:http";

/**
 * @typedef {import("node:http").IncomingMessage} Request
 * @typedef {import("node:net").Socket} Socket
 * @typedef {import("../instance/instance").Instance} Instance
 * @typedef {import("../../packages/http/types").ApiResponse} Answer
 * @typedef {NodeJS.ErrnoException & { rawPacket?: Buffer, bytesParsed?: number }} ParserError
 */

/** The start of a request whose method node's parser does not know. */
const UNKNOWN_METHOD = /^([!#$%&'*+.^_`|~\w-]+) (\S+) HTTP\/1\.[01]\r\n/;

/** @type {(instance: Instance, error: ParserError, socket: Socket) => Promise<void>} */
export async function refuseUnparsed(instance, error, socket) {
  if (!socket.writable || error.code === "ECONNRESET") return void socket.destroy();
  const [, method, target = ""] = UNKNOWN_METHOD.exec(lineOf(error)) ?? [];
  if (method === undefined) return writeRaw(socket, instance.answerUnparsed(error.code));
  const { path, query } = instance.readTarget(target);
  const request = { method, path, query, headers: {}, readBody: async () => null };
  writeRaw(socket, await instance.handle({ ...request, address: socket.remoteAddress ?? "" }));
}

/** Node gives some repeated headers as lists; we read none of those. @param {Request} request */
export const headersOf = ({ headers }) => /** @type {Record<string, string | undefined>} */ (headers);

/** Whether a request has the one Host line that HTTP/1.1 asks for (RFC 9112, section 3.2). @param {Request} request */
export function hasItsHost({ headers, httpVersion, rawHeaders }) {
  if (headers.host === undefined) return httpVersion !== "1.1";
  const lines = rawHeaders.filter((one, at) => at % 2 === 0 && one.length === 4 && /^host$/i.test(one));
  return lines.length === 1;
}

/** The request line with the unknown method: the packet may hold other requests before it. @param {ParserError} error */
function lineOf({ code, rawPacket, bytesParsed = 0 }) {
  if (code !== "HPE_INVALID_METHOD" || !rawPacket) return "";
  const packet = rawPacket.toString("latin1");
  return packet.slice(packet.lastIndexOf("\n", Math.max(0, bytesParsed - 1)) + 1);
}

/** Answers where node made no response object, and ends the connection. @type {(socket: Socket, answer: Answer) => void} */
export function writeRaw(socket, { status, headers, body }) {
  const length = { "Content-Length": Buffer.byteLength(body ?? ""), Connection: "close" };
  const head = Object.entries({ ...headers, ...length });
  const lines = head.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  socket.on("error", () => socket.destroy());
  socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines}\r\n${body ?? ""}`);
  // Without waiting for the client to close its side.
  socket.destroySoon();
}
