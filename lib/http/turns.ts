import { createTurns } from "../domain/turns";

/** No turn came in time, or too many wait already. */
export class NoTurn extends Error {
  override name = "NoTurn";
}

interface TurnSettings {
  /** How many may work at once. */
  atOnce: number;
  /** How many may wait: of one caller, and in all. */
  most: { each: number; all: number };
  /** How long a caller waits at most. */
  patienceMs: number;
  /** Work that takes longer no longer holds its place: a client that reads slowly must not hold up others. */
  longestMs: number;
  /** How long a place stays empty after its work, because what else the thread has to do comes first; asked each time. */
  restMs(): number;
}

type Done = () => void;

/** Lets a few callers work at once; the others wait for their turns. */
export function workInTurns({ atOnce, most, patienceMs, longestMs, restMs }: TurnSettings) {
  const waiting = createTurns<() => void>(most);
  let underWay = 0;

  function free(): void {
    underWay -= 1;
    waiting.take()?.();
  }

  /** What came in while the work was done is read first: work that waits for nothing would let none of it in. */
  function rest(): void {
    setImmediate(() => {
      const ms = restMs();
      if (ms > 0) setTimeout(free, ms).unref();
      else free();
    });
  }

  function begin(): Done {
    underWay += 1;
    let timer: NodeJS.Timeout | undefined;
    const done = () => {
      if (timer === undefined) return;
      clearTimeout(timer);
      timer = undefined;
      rest();
    };
    timer = setTimeout(done, longestMs);
    timer.unref();
    return done;
  }

  return {
    /**
     * Waits for a turn.
     * @returns a function that ends it, which may be called more than once
     * @throws NoTurn
     */
    take(caller: string): Promise<Done> {
      if (underWay < atOnce) return Promise.resolve(begin());
      return new Promise((resolve, reject) => {
        const start = () => {
          clearTimeout(timer);
          resolve(begin());
        };
        const timer = setTimeout(() => {
          waiting.drop(caller, start);
          reject(new NoTurn("Nobody was free in time"));
        }, patienceMs);
        if (waiting.add(caller, start)) return;
        clearTimeout(timer);
        reject(new NoTurn("Too many wait already"));
      });
    },
  };
}
