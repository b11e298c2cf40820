import { connect } from "node:net";

export interface BytesAnswer {
  status: number;
  headers: Headers;
  text: string;
}

/**
 * Sends bytes as they are, and reads until the other side ends the connection, or says nothing for long.
 * @param bytes `{host}` stands for the server's own
 * @param from the address to send from: of loopback each of 127.0.0.0/8 is one
 */
export function sendBytes(url: string, bytes: string, from?: string): Promise<BytesAnswer> {
  const { hostname, port, host } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), ...(from && { localAddress: from }) });
    const chunks: Buffer[] = [];
    socket.setTimeout(120_000, () => socket.destroy(new Error(`No answer to ${bytes.slice(0, 80)}`)));
    socket.on("data", (chunk) => chunks.push(chunk));
    socket.on("error", reject);
    socket.on("close", () => resolve(parse(Buffer.concat(chunks).toString("latin1"))));
    socket.write(Buffer.from(bytes.replaceAll("{host}", host), "latin1"));
  });
}

/** A request line with the headers that it needs, after whose answer the connection ends. */
export const requestOf = (line: string, headers = "", body = "") =>
  `${line} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n${headers}${body && `Content-Length: ${body.length}\r\n`}\r\n${body}`;

function parse(answer: string): BytesAnswer {
  const [head = "", ...rest] = answer.split("\r\n\r\n");
  const [line = "", ...lines] = head.split("\r\n");
  const headers = new Headers();
  for (const one of lines) {
    const [name = "", value = ""] = one.split(/: ?(.*)/s);
    headers.append(name, value);
  }
  return { status: Number(line.split(" ")[1] ?? 0), headers, text: rest.join("\r\n\r\n") };
}
