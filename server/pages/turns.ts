import { createTurns } from "../../packages/turns/turns";

/** Too many wait already. */
export class NoTurn extends Error {
  override name = "NoTurn";
}

interface TurnSettings {
  /** How many may work at once. */
  atOnce: number;
  /** How many may wait: of one caller, and in all. */
  most: { each: number; all: number };
  /** Work that takes longer no longer holds its place: a client that reads slowly must not hold up others. */
  longestMs: number;
  /** How long a place stays empty after its work, because what else the thread has to do comes first; asked each time. */
  restMs(): number;
}

type Done = () => void;

/** Lets a few callers work at once; the others wait for their turns. */
export function workInTurns({ atOnce, most, longestMs, restMs }: TurnSettings) {
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
     * Waits for a turn, however long that takes: a slow machine is only slow, and the line has an end.
     * @returns a function that ends it, which may be called more than once
     * @throws NoTurn
     */
    take(caller: string): Promise<Done> {
      if (underWay < atOnce) return Promise.resolve(begin());
      return new Promise((resolve, reject) => {
        if (!waiting.add(caller, () => resolve(begin()))) reject(new NoTurn("Too many wait already"));
      });
    },
  };
}
