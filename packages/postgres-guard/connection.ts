import type { Socket } from "node:net";
import postgres from "postgres";
import { patience } from "../time-limit/time-limit";
import { connectionLost, deadlineMissed, isStandby } from "./errors";
import { openSocket } from "./socket";

export type Rows = postgres.RowList<postgres.Row[]>;

export interface Query {
  text: string;
  args?: readonly unknown[];
  /** A named prepared statement saves a round trip each time. */
  isNamed?: boolean;
  /** Rows as arrays of values. */
  asValues?: boolean;
}

/**
 * One connection, by a driver's pool of its own that is never used again once it closed: a pool opens connections anew by
 * itself, without the settings that a session begins with, and without saying so. Times are those of `performance.now()`.
 */
export class Connection {
  /** What the server, or a pooler, calls it. */
  pid = 0;
  /** When it was asked last while no response was awaited. */
  askedAt = 0;
  /** When the last bytes came. */
  heardAt = performance.now();
  readonly openedAt = performance.now();
  usedAt = performance.now();
  #fault: Error | null = null;
  readonly #asked = new Set<(fault: Error) => void>();
  readonly #losing = new Set<(fault: Error) => void>();

  private constructor(
    readonly sql: postgres.Sql,
    readonly socket: Socket,
    /** Which of the hosts. */
    readonly at: number,
  ) {
    socket.on("data", () => {
      this.heardAt = performance.now();
    });
    // The driver's own words about it, which come first, say more.
    socket.on("close", () => setImmediate(() => this.destroy(connectionLost())));
  }

  /** @param silenceMs how long the server may say nothing, until `socket.setTimeout` says otherwise */
  static async open(options: postgres.ParsedOptions, at: number, silenceMs: number): Promise<Connection> {
    const socket = await openSocket(options, at, silenceMs);
    let isTaken = false;
    const own = {
      ...options,
      max: 1,
      ssl: false,
      target_session_attrs: undefined,
      host: options.host.slice(at, at + 1),
      port: options.port.slice(at, at + 1),
      socket() {
        if (isTaken) throw connectionLost();
        isTaken = true;
        return socket;
      },
    };
    const sql = postgres(own as object);
    // The driver would keep the text of each statement that fails, for as long as the process runs.
    Object.defineProperty(Object.getPrototypeOf(sql.unsafe("")), "origin", { value: "" });
    return new Connection(sql, socket, at);
  }

  get isOpen(): boolean {
    return !this.#fault && this.socket.writable;
  }

  /** Whether a response is awaited. */
  get isAsked(): boolean {
    return this.#asked.size > 0;
  }

  /** How many bytes were sent so far. */
  get sent(): number {
    return this.socket.bytesWritten;
  }

  /** @param deadlineMs after which the connection is given up, and so what the server does for it ends */
  run({ text, args = [], isNamed = false, asValues = false }: Query, deadlineMs?: number): Promise<Rows> {
    return new Promise((resolve, reject) => {
      if (this.#fault) return reject(this.#fault);
      if (!this.isAsked) this.askedAt = performance.now();
      const end = deadlineMs ? patience(deadlineMs, () => this.destroy(deadlineMissed())) : () => {};
      const settled = () => {
        end();
        this.#asked.delete(fail);
      };
      const fail = (fault: Error) => {
        settled();
        reject(fault);
        // Its server takes no writes any more: another connection has to be opened.
        if (isStandby(fault)) this.destroy(fault);
      };
      this.#asked.add(fail);
      const query = this.sql.unsafe<postgres.Row[]>(text, [...args] as never[], { prepare: isNamed });
      const rows: PromiseLike<Rows> = asValues ? (query.values() as unknown as PromiseLike<Rows>) : query;
      rows.then((found) => {
        settled();
        resolve(found);
      }, fail);
    });
  }

  /** The work's result; where this connection is lost before, its fault. */
  orLost<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#losing.add(reject);
      work.then(resolve, reject).finally(() => this.#losing.delete(reject));
    });
  }

  /** At once: what waits for a response fails with this error. */
  destroy(fault: Error): void {
    this.#fault ??= fault;
    this.socket.destroy();
    for (const fail of [...this.#asked, ...this.#losing]) fail(this.#fault);
  }

  /** Says goodbye, and does not wait for what a silent server would say. */
  close(): void {
    this.#fault ??= connectionLost();
    this.socket.end(GOODBYE);
    this.socket.destroySoon();
  }
}

const GOODBYE = Buffer.from([0x58, 0, 0, 0, 4]);
