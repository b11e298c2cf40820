import { once } from "node:events";
import { inTime } from "../time-limit/time-limit";
import type { Connection } from "./connection";
import { deadlineMissed, faultOf } from "./errors";

interface Waiting {
  resolve(connection: Connection): void;
  reject(fault: unknown): void;
}

/** At most so many connections, each lent to one piece of work at a time. */
export class Pool {
  readonly connections = new Set<Connection>();
  readonly #idle: Connection[] = [];
  readonly #waiting = new Set<Waiting>();
  #opening = 0;
  /** Of these, how many wait after a failure. */
  #pausing = 0;
  /** How many may be opened at once. */
  #atOnce: number;
  /** How often opening one has failed since it last succeeded. */
  #failures = 0;
  #isClosed = false;
  readonly #timer = setInterval(() => this.#closeIdle(), IDLE_MS / 4).unref();

  constructor(
    readonly size: number,
    readonly open: () => Promise<Connection>,
  ) {
    this.#atOnce = size;
  }

  /** Waits for what is at work, but not for long. */
  async close(waitMs: number): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    this.#refuse(ended());
    for (const one of this.#idle.splice(0)) one.close();
    const closed = [...this.connections].map(({ socket }) => once(socket, "close"));
    await inTime(Promise.allSettled(closed), waitMs, () => []);
    for (const one of this.connections) one.destroy(ended());
  }

  /** The connection belongs to the caller until it is given back. */
  async take(deadlineMs: number): Promise<Connection> {
    for (let one = this.#idle.pop(); one; one = this.#idle.pop()) if (one.isOpen) return one;
    if (this.#isClosed) throw ended();
    let place: Waiting | undefined;
    const next = new Promise<Connection>((resolve, reject) => {
      place = { resolve, reject };
      this.#waiting.add(place);
    });
    this.#grow();
    return inTime(next, deadlineMs, () => {
      if (place) this.#waiting.delete(place);
      throw deadlineMissed();
    });
  }

  #refuse(fault: unknown): void {
    for (const { reject } of this.#waiting) reject(fault);
    this.#waiting.clear();
  }

  #grow(): void {
    while (
      this.#opening < Math.min(this.#waiting.size, this.#atOnce) &&
      this.connections.size + this.#opening < this.size
    )
      void this.#openOne();
  }

  /**
   * After a failure one at a time, and after each success twice as many: where time is short, as many as a pool has take
   * each other's, and none is ever ready.
   */
  async #openOne(): Promise<void> {
    this.#opening += 1;
    try {
      const connection = await this.open();
      this.#failures = 0;
      this.#atOnce = Math.min(this.size, 2 * this.#atOnce);
      this.connections.add(connection);
      connection.socket.once("close", () => {
        this.connections.delete(connection);
        this.#grow();
      });
      this.giveBack(connection);
    } catch (fault) {
      this.#failures += 1;
      this.#atOnce = 1;
      this.#pausing += 1;
      // Where there are connections, or may be yet, those who wait get one of these.
      if (this.connections.size === 0 && this.#opening === this.#pausing) this.#refuse(fault);
      await new Promise((resolve) => setTimeout(resolve, pauseAfter(this.#failures)).unref());
      this.#pausing -= 1;
    }
    this.#opening -= 1;
    this.#grow();
  }

  /** It goes to whoever waits the longest. */
  giveBack(connection: Connection): void {
    const now = performance.now();
    const [next] = this.#waiting;
    if (!connection.isOpen) this.#distrust(connection.askedAt);
    else if (next) {
      this.#waiting.delete(next);
      next.resolve(connection);
    } else if (this.#isClosed || now - connection.openedAt > LIFETIME_MS) connection.close();
    else this.#idle.push(connection);
    connection.usedAt = now;
  }

  /** Where one was lost, what is idle and has said nothing since that was asked may be as dead, and has nothing to lose. */
  #distrust(since: number): void {
    for (const one of this.#idle) if (one.heardAt < since) one.close();
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
