import type { Id } from "../domain/ids";
import type { FindKey, KnownKey } from "./authenticate";

const FRESH_MS = 3_000;
const MOST = 5_000;

/**
 * Keeps keys for three seconds: most requests need no query for theirs, and a revocation is still felt within five
 * seconds. Simultaneous requests with one key share its look-up. Contract section 3.
 */
export function cacheKeys(find: FindKey, now: () => number = () => performance.now()): FindKey {
  const known = new Map<string, { until: number; found: Promise<KnownKey | null> }>();
  return (id: Id<"key">, secretSha256) => {
    const entry = known.get(id);
    if (entry && entry.until > now()) return entry.found;
    const found = find(id, secretSha256);
    known.delete(id);
    if (known.size >= MOST) known.delete(known.keys().next().value!);
    known.set(id, { until: now() + FRESH_MS, found });
    found.catch(() => known.delete(id));
    return found;
  };
}
