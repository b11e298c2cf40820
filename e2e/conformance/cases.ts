/**
 * Whether everything is tried with everything, for which the part of the tests sets it. Otherwise operations that do the
 * same with the same code share the cases among them: each is tried on some, and each operation with some.
 */
export const EVERY_CASE = process.env.TEST_EVERY_CASE === "1";

/** The share of one of `turns`, who take them in turn. */
export function shareOf<T>(cases: readonly T[], turn: number, turns: number): readonly T[] {
  return EVERY_CASE ? cases : cases.filter((_, index) => index % turns === turn % turns);
}

/** Does the same with each of many, eight at a time. */
export async function forEachOf<T>(items: readonly T[], act: (item: T) => Promise<unknown>): Promise<void> {
  const rest = [...items];
  const work = async () => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) await act(item);
  };
  await Promise.all(Array.from({ length: 8 }, work));
}
