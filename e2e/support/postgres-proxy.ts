import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** A stretch of wire to PostgreSQL that a test can count on, hold up and cut. */
export interface PostgresProxy {
  /** The database's address through the proxy. */
  url: string;
  /** How often a client has waited for the server so far: what it sends before it has an answer is one wait. */
  roundTrips(): number;
  /** How many statements were sent so far, whether waited for one by one or together. */
  statements(): number;
  /** The text of each statement that was sent so far, with the types of its parameters as far as the client named them. */
  texts(): ReadonlyMap<string, readonly number[]>;
  /** From the moment that a client sends this text, keeps what the server says from reaching anyone. */
  holdAt(text: string): void;
  /** The same from the commit that follows this text, so that what was sent is committed. */
  holdAtCommitAfter(text: string): void;
  /** Whether it was sent, and the server is kept from answering. */
  isHolding(): boolean;
  /** Neither says anything more nor closes: what is open stays so, and new connections are accepted. */
  silence(): void;
  /** Silences what is open, for good. New connections work. */
  strand(): void;
  /**
   * Ends each new connection after so many of the server's messages, by a FIN or a RST. Like a pooler it keeps to itself
   * whether the server is a standby.
   */
  endAfter(messages: number, how: "end" | "reset"): void;
  /** Breaks every connection and refuses new ones. */
  cut(): Promise<void>;
  /** Ends holding, silence and cutting. */
  restore(): Promise<void>;
  close(): Promise<void>;
}

/** Sync and simple Query want an answer; so does Flush, with which the driver waits for a description. */
const WAITED_FOR = new Set(["S", "Q", "H"]);

/** In steps: a pause of the whole machine, whatever its length, takes the place of one of them only. */
async function passing(delayMs: number) {
  for (let step = 0; step < STEPS; step++) await sleep(delayMs / STEPS);
}
const STEPS = 10;

/** Told of each message of a client; a connection's name is its own object. */
export type Listener = (connection: object, type: string, body: Buffer) => void;

/**
 * @param delayMs how long each answer is under way: what a client sends together is on its way before that
 * @param isAside of which statements' texts waiting is no round trip: what a server asks now and then on its own
 */
export async function startPostgresProxy(
  databaseUrl: string,
  delayMs = 0,
  listen: Listener = () => {},
  isAside: (text: string) => boolean = () => false,
): Promise<PostgresProxy> {
  const target = new URL(databaseUrl);
  const pairs = new Set<[client: Socket, upstream: Socket]>();
  const stranded = new WeakSet<[client: Socket, upstream: Socket]>();
  let roundTrips = 0;
  let statements = 0;
  const texts = new Map<string, number[]>();
  let isHeld = false;
  let awaited: string | null = null;
  let commitsToo = false;
  let ending: { messages: number; how: "end" | "reset" } | null = null;

  const hold = () => {
    isHeld = true;
    for (const [, upstream] of pairs) upstream.pause();
  };
  const accept = (client: Socket) => {
    const upstream = connect(Number(target.port), target.hostname);
    const pair: [Socket, Socket] = [client, upstream];
    pairs.add(pair);
    let isWaiting = false;
    const aside = new Set<string>();
    let isOneAside = false;
    const read = frames((type, body) => {
      listen(pair, type, body);
      if (type === "P") {
        texts.set(...parsed(body));
        isOneAside = isAside(parsed(body)[0]);
        if (isOneAside) aside.add(textAt(body, 0));
        else aside.delete(textAt(body, 0));
      }
      // Of a Bind message: the portal's name, then the statement's.
      if (type === "B") isOneAside = aside.has(textAt(body, body.indexOf(0) + 1));
      if (type === "Q") {
        const text = body.toString("utf8", 0, body.length - 1);
        texts.set(text, []);
        isOneAside = isAside(text);
      }
      if (WAITED_FOR.has(type)) statements++;
      if (WAITED_FOR.has(type) && !isWaiting && !isOneAside) roundTrips++;
      if (WAITED_FOR.has(type) && !isOneAside) isWaiting = true;
      if (awaited === null || !body.includes(awaited)) return;
      if (commitsToo && awaited !== COMMIT) awaited = COMMIT;
      else hold();
    });
    client.setNoDelay();
    upstream.setNoDelay();
    client.on("data", (chunk) => {
      read(chunk);
      upstream.write(chunk);
    });
    let messagesLeft = ending?.messages ?? Number.POSITIVE_INFINITY;
    const how = ending?.how;
    const told = frames((type, body) => {
      if (type === "S" && body.includes("in_hot_standby")) return;
      if (messagesLeft-- > 0) client.write(message(type, body));
      if (messagesLeft <= 0) void (how === "end" ? client.end() : client.resetAndDestroy());
    }, true);
    const answer = (chunk: Buffer) => {
      isWaiting = false;
      if (how) told(chunk);
      else client.write(chunk);
    };
    upstream.on("data", (chunk) =>
      delayMs > 0 ? void passing(delayMs).then(() => answer(chunk)) : answer(chunk),
    );
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
    texts: () => texts,
    holdAt(text) {
      awaited = text;
      commitsToo = false;
    },
    holdAtCommitAfter(text) {
      awaited = text;
      commitsToo = true;
    },
    isHolding: () => isHeld,
    silence: hold,
    strand() {
      for (const pair of pairs) {
        for (const socket of pair) socket.pause();
        stranded.add(pair);
      }
    },
    endAfter(messages, how) {
      ending = { messages, how };
    },
    cut,
    async restore() {
      isHeld = false;
      awaited = null;
      ending = null;
      for (const pair of pairs) if (!stranded.has(pair)) pair[1].resume();
      if (server.listening) return;
      server = createServer(accept).listen(port, "127.0.0.1");
      await once(server, "listening");
    },
    close: cut,
  };
}

/** As a statement's text ends; the setting "read committed" of a new session is not one. */
const COMMIT = "commit\0";

/** The text that begins there and ends with a zero byte. */
const textAt = (body: Buffer, from: number) => body.toString("utf8", from, body.indexOf(0, from));

/** Of a Parse message: the name, the text and how many parameters have a type, then these, 0 for any. */
function parsed(body: Buffer): [text: string, types: number[]] {
  const from = body.indexOf(0) + 1;
  const end = body.indexOf(0, from);
  const types = Array.from({ length: body.readInt16BE(end + 1) }, (_, at) =>
    body.readInt32BE(end + 3 + 4 * at),
  );
  return [body.toString("utf8", from, end), types];
}

function message(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(type, "latin1");
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

/**
 * Reads messages off a stream, whatever pieces it comes in. Each has a type byte and a length that counts itself, but
 * for the frontend's first, which has a length only.
 */
function frames(onMessage: (type: string, body: Buffer) => void, isStarted = false): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0);
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      const header = isStarted ? 1 : 0;
      if (rest.length < header + 4) return;
      const length = header + rest.readInt32BE(header);
      if (rest.length < length) return;
      if (isStarted) onMessage(String.fromCharCode(rest[0]!), rest.subarray(header + 4, length));
      isStarted = true;
      rest = rest.subarray(length);
    }
  };
}
