import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A stretch of wire to PostgreSQL that a test can count on, hold up and cut. */
export interface PostgresProxy {
  /** The database's address through the proxy. */
  url: string;
  /** How often a client has waited for the server so far: what it sends before it has an answer is one wait. */
  roundTrips(): number;
  /** How many statements were sent so far, whether waited for one by one or together. */
  statements(): number;
  /** From the moment that a client sends this text, keeps what the server says from reaching anyone. */
  holdAt(text: string): void;
  /** Whether it was sent, and the server is kept from answering. */
  isHolding(): boolean;
  /** Breaks every connection and refuses new ones. */
  cut(): Promise<void>;
  /** Ends holding and cutting. */
  restore(): Promise<void>;
  close(): Promise<void>;
}

/** Sync and simple Query want an answer; so does Flush, with which the driver waits for a description. */
const WAITED_FOR = new Set(["S", "Q", "H"]);

/** @param delayMs how long each answer is under way: what a client sends together is on its way before that */
export async function startPostgresProxy(databaseUrl: string, delayMs = 0): Promise<PostgresProxy> {
  const target = new URL(databaseUrl);
  const pairs = new Set<[client: Socket, upstream: Socket]>();
  let roundTrips = 0;
  let statements = 0;
  let isHeld = false;
  let awaited: string | null = null;

  const hold = () => {
    isHeld = true;
    for (const [, upstream] of pairs) upstream.pause();
  };
  const accept = (client: Socket) => {
    const upstream = connect(Number(target.port), target.hostname);
    const pair: [Socket, Socket] = [client, upstream];
    pairs.add(pair);
    let isWaiting = false;
    const read = frames((type, body) => {
      if (WAITED_FOR.has(type)) statements++;
      if (WAITED_FOR.has(type) && !isWaiting) roundTrips++;
      if (WAITED_FOR.has(type)) isWaiting = true;
      if (awaited !== null && body.includes(awaited)) hold();
    });
    client.setNoDelay();
    upstream.setNoDelay();
    client.on("data", (chunk) => {
      read(chunk);
      upstream.write(chunk);
    });
    const answer = (chunk: Buffer) => {
      isWaiting = false;
      client.write(chunk);
    };
    upstream.on("data", (chunk) => (delayMs > 0 ? void setTimeout(answer, delayMs, chunk) : answer(chunk)));
    if (isHeld) upstream.pause();
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      one.on("error", () => other.destroy());
      one.on("close", () => {
        other.destroy();
        pairs.delete(pair);
      });
    }
  };
  let server = createServer(accept).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const url = new URL(databaseUrl);
  url.hostname = "127.0.0.1";
  url.port = String(port);

  async function cut() {
    if (!server.listening) return;
    const closed = once(server, "close");
    server.close();
    for (const pair of pairs) for (const socket of pair) socket.destroy();
    await closed;
  }
  return {
    url: url.href,
    roundTrips: () => roundTrips,
    statements: () => statements,
    holdAt(text) {
      awaited = text;
    },
    isHolding: () => isHeld,
    cut,
    async restore() {
      isHeld = false;
      awaited = null;
      for (const [, upstream] of pairs) upstream.resume();
      if (server.listening) return;
      server = createServer(accept).listen(port, "127.0.0.1");
      await once(server, "listening");
    },
    close: cut,
  };
}

/**
 * Reads the frontend's messages off a stream, whatever pieces it comes in: the first has a length only, every other
 * a type byte and a length that counts itself.
 */
function frames(onMessage: (type: string, body: Buffer) => void): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0);
  let isStarted = false;
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      const header = isStarted ? 1 : 0;
      if (rest.length < header + 4) return;
      const length = header + rest.readInt32BE(header);
      if (rest.length < length) return;
      if (isStarted) onMessage(String.fromCharCode(rest[0]!), rest.subarray(header, length));
      isStarted = true;
      rest = rest.subarray(length);
    }
  };
}
