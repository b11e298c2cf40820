/** A queue in which owners take turns, so that one with many items holds up another by one item only. */
export interface Turns<T> {
  /** @returns false where too many wait already */
  add(owner: string, item: T): boolean;
  /** Takes the next item and moves the owner served before to the end of the line. */
  take(): T | undefined;
}

export function createTurns<T>(most: { each: number; all: number }): Turns<T> {
  /** In the order of turns. Only the line of the owner being served may be empty. */
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
  };
}
