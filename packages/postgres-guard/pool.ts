import { setTimeout as sleep } from "node:timers/promises";
import type { Connection } from "./connection";
import type { Ticket } from "./deadline";
import { faultOf } from "./errors";

interface Waiting {
  resolve(connection: Connection): void;
  reject(fault: unknown): void;
}

/** At most so many connections, each lent to one piece of work at a time. */
export class Pool {
  readonly connections = new Set<Connection>();
  readonly #idle: Connection[] = [];
  readonly #waiting: Waiting[] = [];
  #opening = 0;
  /** How often opening one has failed since it last succeeded, and until when none is opened for that. */
  #failures = 0;
  #pausedUntil = 0;
  #isClosed = false;
  readonly #timer = setInterval(() => this.#closeIdle(), IDLE_MS / 4).unref();

  constructor(
    readonly size: number,
    readonly open: () => Promise<Connection>,
  ) {}

  /** Waits for what is at work, but not for long. */
  async close(waitMs: number): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    for (const one of this.#waiting.splice(0)) one.reject(ended());
    for (const one of this.#idle.splice(0)) one.close();
    const all = [...this.connections].map(
      (one) => new Promise((resolve) => one.socket.once("close", resolve)),
    );
    const late = setTimeout(() => {
      for (const one of this.connections) one.destroy(ended());
    }, waitMs);
    await Promise.all(all);
    clearTimeout(late);
  }

  /** The connection belongs to the caller until it is given back. */
  async take(ticket: Ticket): Promise<Connection> {
    const connection = this.#awake() ?? (await this.#next(ticket));
    ticket.giveUp = (fault) => connection.destroy(fault);
    return connection;
  }

  #awake(): Connection | null {
    for (let one = this.#idle.pop(); one; one = this.#idle.pop()) if (one.isOpen) return one;
    return null;
  }

  #next(ticket: Ticket): Promise<Connection> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) return reject(ended());
      const place = { resolve, reject };
      this.#waiting.push(place);
      ticket.giveUp = (fault) => {
        const at = this.#waiting.indexOf(place);
        if (at >= 0) this.#waiting.splice(at, 1);
        reject(fault);
      };
      this.#grow();
    });
  }

  #grow(): void {
    while (this.#opening < this.#waiting.length && this.connections.size + this.#opening < this.size)
      void this.#openOne();
  }

  async #openOne(): Promise<void> {
    this.#opening += 1;
    try {
      const pause = this.#pausedUntil - performance.now();
      if (pause > 0) await sleep(pause);
      const connection = await this.open();
      this.#failures = 0;
      this.#pausedUntil = 0;
      this.connections.add(connection);
      connection.socket.once("close", () => {
        this.connections.delete(connection);
        this.#grow();
      });
      this.giveBack(connection);
    } catch (fault) {
      this.#failures += 1;
      this.#pausedUntil = performance.now() + pauseAfter(this.#failures);
      this.#waiting.shift()?.reject(fault);
    } finally {
      this.#opening -= 1;
      this.#grow();
    }
  }

  /** It goes to whoever waits the longest. */
  giveBack(connection: Connection): void {
    if (!connection.isOpen) return;
    const now = performance.now();
    const next = this.#waiting.shift();
    if (next) next.resolve(connection);
    else if (this.#isClosed || now - connection.openedAt > LIFETIME_MS) connection.close();
    else this.#idle.push(connection);
    connection.usedAt = now;
  }

  /** Those that nobody has used for a while; the timer keeps no process alive. */
  #closeIdle(): void {
    const since = performance.now() - IDLE_MS;
    // The one that was used last is at the end.
    while (this.#idle[0] && this.#idle[0].usedAt < since) this.#idle.shift()?.close();
  }
}

const IDLE_MS = 60_000;
const LIFETIME_MS = 30 * 60_000;

const ended = () => faultOf("CONNECTION_ENDED", "The database was closed");

/** In milliseconds. A server that refuses connections is not to be flooded with them. */
const pauseAfter = (failures: number) => Math.min(1_000, 10 * 2 ** failures) * (0.5 + Math.random() / 2);
