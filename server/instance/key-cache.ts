import type { FindKey } from "../../lib/http/authenticate";
import { keptFor } from "../../packages/dates/kept";

const FRESH_MS = 3_000;
const MAX_KEYS = 5_000;

/**
 * Keeps keys for three seconds. Most requests need no query for theirs, and a revocation takes effect within five seconds.
 * Contract section 3.
 */
export const cacheKeys = (find: FindKey): FindKey => keptFor(FRESH_MS, MAX_KEYS, find);
