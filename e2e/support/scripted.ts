import { createServer, type IncomingHttpHeaders } from "node:http";
import { listening } from "./listening";

interface Heard {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

interface WrittenAnswer {
  status: number;
  headers?: Record<string, string>;
  body?: unknown;
}

/** An answer of a server that a test has written; "cut" closes the connection in the midst of a body. */
export type Scripted = WrittenAnswer | "cut" | "no answer";

/** A server that gives these answers one after the other, the last one ever after, and keeps what it heard. */
export async function scriptedServer(...answers: Scripted[]) {
  const heard: Heard[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const { method = "", url: path = "", headers } = incoming;
    heard.push({ method, path, headers, body: Buffer.concat(chunks).toString() });
    const answer = answers[Math.min(heard.length, answers.length) - 1]!;
    if (answer === "no answer") return;
    if (answer === "cut") {
      outgoing.writeHead(200, { "Content-Type": "application/json", "Content-Length": "100" });
      outgoing.write("{", () => outgoing.destroy());
      return;
    }
    const { status, body } = answer;
    const type = status < 400 ? "application/json" : "application/problem+json";
    outgoing.writeHead(status, { "Content-Type": type, ...answer.headers });
    outgoing.end(body === undefined ? undefined : JSON.stringify(body));
  });
  return { ...(await listening(server)), heard };
}

/** A refusal that may be repeated after so many seconds, where it may be repeated at all. */
export const problem = (status: number, code: string, members: object = {}, retryAfter = 0): Scripted => ({
  status,
  headers: { "Retry-After": String(retryAfter) },
  body: { code, status, detail: "As the test wrote it.", request_id: "req_1", retryable: true, ...members },
});
