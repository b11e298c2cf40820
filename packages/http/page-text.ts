import { createTurns } from "../turns/turns";

/** A page of a list, whose entries are made when they are written. */
interface Page {
  entries(): Iterable<unknown>;
  readonly next_cursor: string | null;
}

/** Characters that are written without a pause. A list of the usual length is written at once. */
const MAX_PART = 64 * 1024;

/**
 * Writes lists as JSON. A long one is written in parts. Between two parts, other requests are served, and providers take
 * turns. So a provider that asks for many long lists waits for itself.
 */
export function createPageText() {
  const waiting = createTurns<() => void>({ each: Number.POSITIVE_INFINITY, all: Number.POSITIVE_INFINITY });
  let isWorking = false;

  function next(): void {
    const start = waiting.take();
    isWorking = start !== undefined;
    start?.();
    if (isWorking) setImmediate(next);
  }

  function turn(caller: string): Promise<void> {
    return new Promise((resolve) => {
      waiting.add(caller, resolve);
      if (isWorking) return;
      isWorking = true;
      setImmediate(next);
    });
  }

  return async (page: Page, caller: string): Promise<string> => {
    const entries: string[] = [];
    let written = 0;
    for (const entry of page.entries()) {
      if (written > MAX_PART) {
        await turn(caller);
        written = 0;
      }
      const text = JSON.stringify(entry);
      entries.push(text);
      written += text.length;
    }
    return `{"data":[${entries.join(",")}],"next_cursor":${JSON.stringify(page.next_cursor)}}`;
  };
}
