import type { Health } from "../../lib/api/health";
import { readMetrics } from "../../lib/db/metrics";
import { inTime } from "../../packages/dates/time";
import type { Deps } from "../instance/deps";
import { dataText, statusText } from "./data";

/** However often they are asked for, the gauges of the data are counted so often at most. */
const FRESH_MS = 5_000;
/** Prometheus waits 10 s for an answer; a database that takes longer than this is away. */
const PATIENCE_MS = 3_000;

/**
 * What the servers of this supervisor have done, whether it is ready, and what waits in the data. Without an answer of the database
 * the last part is left out.
 * See docs/decisions/049-metrics.md.
 * @param freshMs another age of the data's part, for tests
 */
export function createMetrics(deps: Deps, health: Pick<Health, "recent" | "aheadMs">, freshMs = FRESH_MS) {
  const data = kept(freshMs, async () => dataText(await readMetrics(deps.db)));
  return async (): Promise<string> => {
    const checks = await health.recent();
    const [counted, ofData] = await Promise.all([deps.meters.text(), data()]);
    const status = await statusText(checks, health.aheadMs(), ofData !== null);
    return [counted, status, ofData ?? ""].join("").replace(/\n\n+/g, "\n");
  };
}

/** Reads once in so many milliseconds at most. @returns null where it failed, or is not here in time */
function kept(freshMs: number, read: () => Promise<string>): () => Promise<string | null> {
  let last: { at: number; text: Promise<string | null> } | undefined;
  return () => {
    const at = performance.now();
    if (!last || at - last.at >= freshMs) last = { at, text: read().catch(() => null) };
    return inTime(last.text, PATIENCE_MS, () => null);
  };
}
