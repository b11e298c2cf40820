/**
 * Things that wait, each its owner's. Owners take turns: whoever was served last stands behind all who wait, so that
 * the first of an owner's waits for one of each other owner's at most, however many those have.
 */
export interface Turns<T> {
  /** @returns false where its owner, or all together, have too many waiting already */
  add(owner: string, item: T): boolean;
  /** Takes the next out, and ends the turn of the one before; undefined where nothing waits. */
  take(): T | undefined;
  /** Takes one out that is to wait no longer. */
  drop(owner: string, item: T): void;
}

/** @param most how many may wait: of one owner, and in all */
export function createTurns<T>(most: { each: number; all: number }): Turns<T> {
  /** In the order of the next turns. Only the line of the owner whose turn it is may be empty. */
  const lines = new Map<string, Set<T>>();
  let served: string | undefined;
  let waiting = 0;

  function endTurn(): void {
    if (served === undefined) return;
    const line = lines.get(served);
    lines.delete(served);
    if (line?.size) lines.set(served, line);
    served = undefined;
  }

  return {
    add(owner, item) {
      const line = lines.get(owner) ?? new Set();
      if (waiting >= most.all || line.size >= most.each) return false;
      lines.set(owner, line.add(item));
      waiting += 1;
      return true;
    },
    take() {
      endTurn();
      for (const [owner, line] of lines)
        for (const item of line) {
          served = owner;
          line.delete(item);
          waiting -= 1;
          return item;
        }
    },
    drop(owner, item) {
      const line = lines.get(owner);
      if (!line?.delete(item)) return;
      waiting -= 1;
      if (line.size === 0 && owner !== served) lines.delete(owner);
    },
  };
}
