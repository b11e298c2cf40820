import { startPostgresProxy } from "../support/postgres-proxy";

/** What was sent to the database once: a text with its parameters, as the driver wrote them. */
export interface Statement {
  text: string;
  parameters: (string | null)[];
}

export interface Recording {
  statements: Statement[];
  /** How often the client waited for the server: statements that are sent together are one wait. */
  roundTrips: number;
}

export interface Recorder {
  /** The database's address through the recorder. */
  url: string;
  /** What is sent while the work is done. */
  during(work: () => Promise<unknown>): Promise<Recording>;
  close(): Promise<void>;
}

/** Stands between a server and its database and keeps what the server sends. */
export async function startRecorder(databaseUrl: string): Promise<Recorder> {
  const prepared = new WeakMap<object, Map<string, string>>();
  let statements: Statement[] = [];
  const proxy = await startPostgresProxy(databaseUrl, 0, (connection, type, body) => {
    const known = prepared.get(connection) ?? new Map<string, string>();
    prepared.set(connection, known);
    if (type === "P") {
      const [name = "", text = ""] = texts(body);
      known.set(name, text);
    }
    if (type === "Q") statements.push({ text: texts(body)[0] ?? "", parameters: [] });
    if (type !== "B") return;
    const [portal = "", name = ""] = texts(body);
    const from = Buffer.byteLength(portal) + Buffer.byteLength(name) + 2;
    statements.push({ text: known.get(name) ?? "", parameters: parametersOf(body.subarray(from)) });
  });
  return {
    url: proxy.url,
    async during(work) {
      statements = [];
      const before = proxy.roundTrips();
      await work();
      const sent = statements;
      statements = [];
      return { statements: sent, roundTrips: proxy.roundTrips() - before };
    },
    close: () => proxy.close(),
  };
}

/** The texts that a message begins with, each ended by a zero byte. */
const texts = (body: Buffer): string[] => body.toString("utf8").split("\0");

/** Of a Bind message, after its two names: formats, then each value with its length. All of the driver's are text. */
function parametersOf(body: Buffer): (string | null)[] {
  const formats = body.readInt16BE(0);
  let at = 2 + 2 * formats;
  const count = body.readInt16BE(at);
  at += 2;
  return Array.from({ length: count }, () => {
    const length = body.readInt32BE(at);
    at += 4;
    if (length < 0) return null;
    at += length;
    return body.toString("utf8", at - length, at);
  });
}
