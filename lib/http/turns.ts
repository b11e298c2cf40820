/** Nobody could be served in time, or too many wait already. */
export class NoTurn extends Error {
  override name = "NoTurn";
}

export interface TurnSettings {
  /** How many may work at once. */
  atOnce: number;
  /** How many of one caller may wait, and how many of all. */
  ofOne: number;
  ofAll: number;
  /** How long one waits at most. */
  patienceMs: number;
  /** Work that takes longer counts no more: whoever reads an answer slowly holds up nobody. */
  longestMs: number;
}

type Done = () => void;

/** Work in turns: so much at once, and of those who wait each caller's next in turn, however many one has waiting. */
export function createTurns({ atOnce, ofOne, ofAll, patienceMs, longestMs }: TurnSettings) {
  const waiting = new Map<string, Set<() => void>>();
  let underWay = 0;
  let count = 0;

  function begin(): Done {
    underWay += 1;
    let timer: NodeJS.Timeout | undefined;
    const done = () => {
      if (timer === undefined) return;
      clearTimeout(timer);
      timer = undefined;
      underWay -= 1;
      next();
    };
    timer = setTimeout(done, longestMs);
    timer.unref();
    return done;
  }

  function next(): void {
    const [first] = waiting;
    if (!first || underWay >= atOnce) return;
    const [caller, own] = first;
    const [start] = own;
    leave(caller, start!);
    // Whoever was served goes to the end of the line.
    if (waiting.delete(caller) && own.size > 0) waiting.set(caller, own);
    start!();
  }

  function leave(caller: string, start: () => void): void {
    const own = waiting.get(caller);
    if (!own?.delete(start)) return;
    count -= 1;
    if (own.size === 0) waiting.delete(caller);
  }

  return {
    /**
     * Waits for a turn.
     * @returns what ends it, which may be called more than once
     * @throws NoTurn
     */
    take(caller: string): Promise<Done> {
      if (underWay < atOnce && count === 0) return Promise.resolve(begin());
      const own = waiting.get(caller) ?? new Set();
      if (count >= ofAll || own.size >= ofOne) return Promise.reject(new NoTurn("Too many wait already"));
      return new Promise((resolve, reject) => {
        const start = () => {
          clearTimeout(timer);
          resolve(begin());
        };
        const timer = setTimeout(() => {
          leave(caller, start);
          reject(new NoTurn("Nobody was free in time"));
        }, patienceMs);
        own.add(start);
        waiting.set(caller, own);
        count += 1;
      });
    },
  };
}
