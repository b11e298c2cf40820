import { within } from "../../packages/dates/time";
import type { Id } from "../domain/ids";
import type { FindKey, KnownKey } from "./authenticate";

const FRESH_MS = 3_000;
const MOST = 5_000;

/**
 * Keeps keys for three seconds. Most requests need no query for theirs, and a revocation takes effect within five seconds.
 * Simultaneous requests with one key share its query. Contract section 3.
 */
export function cacheKeys(find: FindKey): FindKey {
  const known = new Map<string, { isFresh: () => boolean; found: Promise<KnownKey | null> }>();
  return (id: Id<"key">, secretSha256) => {
    const entry = known.get(id);
    if (entry?.isFresh()) return entry.found;
    const isFresh = within(FRESH_MS);
    const found = find(id, secretSha256);
    known.delete(id);
    const [oldest] = known.keys();
    if (known.size >= MOST && oldest !== undefined) known.delete(oldest);
    known.set(id, { isFresh, found });
    found.catch(() => known.delete(id));
    return found;
  };
}
