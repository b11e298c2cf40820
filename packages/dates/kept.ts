import { within } from "./time";

/**
 * Keeps what `find` found for a few seconds. Callers who ask for the same at once share one search. What fails is not kept.
 * @param max how many keys are kept
 */
export function keptFor<K, Rest extends unknown[], V>(
  milliseconds: number,
  max: number,
  find: (key: K, ...rest: Rest) => Promise<V>,
): (key: K, ...rest: Rest) => Promise<V> {
  const known = new Map<K, { isFresh: () => boolean; found: Promise<V> }>();
  return (key, ...rest) => {
    const entry = known.get(key);
    if (entry?.isFresh()) return entry.found;
    const isFresh = within(milliseconds);
    const found = find(key, ...rest);
    known.delete(key);
    const [oldest] = known.keys();
    if (known.size >= max && oldest !== undefined) known.delete(oldest);
    known.set(key, { isFresh, found });
    found.catch(() => known.delete(key));
    return found;
  };
}
