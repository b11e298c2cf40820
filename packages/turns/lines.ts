/** Callers at the end of a longer line would give up before their turn. */
const MAX_WAITING = 1_000;

export interface Line {
  underWay: number;
  waiting: { start(): void; refuse(error: unknown): void }[];
}

/**
 * Work with the same key waits in line.
 * @param endsLine whether a failure of the work is one that those behind would have too: they get it at once
 */
export async function inLine<T>(
  lines: Map<string, Line>,
  key: string,
  { atOnce, endsLine }: { atOnce: number; endsLine(error: unknown): boolean },
  work: () => Promise<T>,
): Promise<T> {
  const line = lines.get(key) ?? { underWay: 0, waiting: [] };
  lines.set(key, line);
  if (line.underWay < atOnce) line.underWay += 1;
  else if (line.waiting.length >= MAX_WAITING) throw lineTooLong();
  else await new Promise<void>((start, refuse) => line.waiting.push({ start, refuse }));
  try {
    return await work();
  } catch (error) {
    if (endsLine(error)) for (const one of line.waiting.splice(0)) one.refuse(error);
    throw error;
  } finally {
    const next = line.waiting.shift();
    if (next) next.start();
    else line.underWay -= 1;
    if (line.underWay === 0) lines.delete(key);
  }
}

const lineTooLong = () =>
  Object.assign(new Error("Too many writes wait for the same row"), { code: "LINE_TOO_LONG" });
