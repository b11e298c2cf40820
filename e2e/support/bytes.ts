import { connect } from "node:net";

export interface BytesAnswer {
  status: number;
  headers: Headers;
  text: string;
}

/**
 * Sends bytes as they are in one write, and reads until the other side ends the connection, or says nothing for long.
 * @param from the address to send from: of loopback each of 127.0.0.0/8 is one
 */
export function saidBy(url: string, bytes: Buffer, from?: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), ...(from && { localAddress: from }) });
    const chunks: Buffer[] = [];
    socket.setTimeout(120_000, () =>
      socket.destroy(new Error(`No end of ${bytes.toString("latin1", 0, 80)}`)),
    );
    socket.on("data", (chunk) => chunks.push(chunk));
    socket.on("error", reject);
    socket.on("close", () => resolve(Buffer.concat(chunks).toString("latin1")));
    socket.write(bytes);
  });
}

/** The answer to bytes, in which `{host}` stands for the server's own. */
export const sendBytes = async (url: string, bytes: string, from?: string): Promise<BytesAnswer> =>
  parse(await saidBy(url, Buffer.from(bytes.replaceAll("{host}", new URL(url).host), "latin1"), from));

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
