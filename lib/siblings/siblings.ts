import type { Bucket, Taken } from "./buckets.mjs";
import { createChannel } from "./channel.mjs";

/** What the servers of one machine share through the process that supervises them. D-273 */
export interface Siblings {
  /** A bucket that all of them count in. @throws Error where the supervisor does not answer in time */
  take(key: string, tokens: number, bucket: Bucket): Promise<Taken>;
  /** The meters of the others, as Prometheus' texts; without those that do not answer in time. */
  meters(): Promise<string[]>;
  /** From now on the others are told of this server's meters. */
  tellMeters(text: () => Promise<string>): void;
}

/** What `process` has where another process has started it with a channel. */
interface Process {
  send?(message: object): unknown;
  connected?: boolean;
  on(event: "message", listener: (message: unknown) => void): unknown;
}

type Asked = [key: string, tokens: number, bucket: Bucket];
interface Asking {
  asked: Asked;
  resolve(taken: Taken): void;
  reject(error: unknown): void;
}

const TAKE_MS = 1_000;
/** Longer than the supervisor waits for each of the others. */
const METERS_MS = 2_000;

/**
 * Buckets are asked for once in a turn of the event loop, however many requests it brought: a message costs as much as
 * the rest of a small request.
 */
export function joinSiblings(own: Process, takeMs = TAKE_MS): Siblings {
  let text: () => Promise<string> = async () => "";
  const send = (message: object) => void (own.connected && own.send?.(message));
  const channel = createChannel(send, { meters: () => text() });
  own.on("message", channel.receive);
  let waiting: Asking[] = [];

  async function askForAll(): Promise<void> {
    const all = waiting;
    waiting = [];
    try {
      const questions = all.map(({ asked }) => asked);
      const taken: Taken[] = await channel.ask("take", questions, takeMs);
      for (const [i, { resolve }] of all.entries()) resolve(taken[i]!);
    } catch (error) {
      for (const { reject } of all) reject(error);
    }
  }

  return {
    take: (...asked) =>
      new Promise((resolve, reject) => {
        if (waiting.length === 0) setImmediate(() => void askForAll());
        waiting.push({ asked, resolve, reject });
      }),
    meters: () => channel.ask("meters", null, METERS_MS).catch(() => []),
    tellMeters(told) {
      text = told;
    },
  };
}
