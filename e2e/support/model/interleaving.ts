import { AsyncLocalStorage } from "node:async_hooks";
import type { Crash, FATES } from "./world";

/** With nobody at work but in the database for so long, the next one goes on: one may wait for another's lock. */
const STILL_MS = 30;

/** What an operation under way carries along. */
interface Traveller {
  round: Interleaving;
  crash: Crash;
  fate: (typeof FATES)[number];
  /** Ends the operation as the death of its process would: what it still waits for never comes. */
  die(): void;
}

const travellers = new AsyncLocalStorage<Traveller>();

/** The operation in whose course this is called; none outside of a round. */
export const traveller = (): Traveller | undefined => travellers.getStore();

/** Until the round lets the operation go on. */
export const gate = (): Promise<void> => traveller()?.round.wait() ?? Promise.resolve();

export const NEVER = new Promise<never>(() => {});

/** Operations at once, which wait at gates and go on one at a time, in an order that is given. */
export class Interleaving {
  private readonly waiting: (() => void)[] = [];
  private underWay = 0;
  private turn = 0;
  private timer: NodeJS.Timeout | undefined;

  /** @param order numbers that say which of those that wait goes on */
  constructor(private readonly order: readonly number[]) {}

  wait(): Promise<void> {
    return new Promise((resolve) => {
      this.waiting.push(resolve);
      this.look();
    });
  }

  /** @returns what each came to, or null where it died */
  async run<T>(
    operations: readonly { crash: Crash; fate: Traveller["fate"]; work: () => Promise<T> }[],
  ): Promise<(T | null)[]> {
    this.underWay = operations.length;
    const done = operations.map(async ({ work, ...how }) => {
      let die = () => {};
      const death = new Promise<null>((resolve) => {
        die = () => resolve(null);
      });
      const through = async () => {
        await this.wait();
        return work();
      };
      try {
        return await Promise.race([travellers.run({ ...how, round: this, die }, through), death]);
      } finally {
        this.underWay -= 1;
        this.look();
      }
    });
    const ended = await Promise.allSettled(done);
    clearTimeout(this.timer);
    return ended.map((one) => {
      if (one.status === "rejected") throw one.reason;
      return one.value;
    });
  }

  private look(): void {
    clearTimeout(this.timer);
    if (this.waiting.length === 0) return;
    if (this.waiting.length >= this.underWay) this.next();
    else this.timer = setTimeout(() => this.next(), STILL_MS);
  }

  private next(): void {
    const number = this.order[this.turn++ % this.order.length] ?? 0;
    this.waiting.splice(number % this.waiting.length, 1)[0]?.();
    if (this.waiting.length > 0) this.timer = setTimeout(() => this.next(), STILL_MS);
  }
}
