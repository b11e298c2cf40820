import { isProblem, type ProviderCheckoutClient, type Schema, type WebhookEvent } from "../index.js";
import { sleep } from "../retry.js";
import { UsageError } from "./settings.js";

type EventType = Schema<"Event">["type"];

/** An event can be recorded a little after one that is newer: the last minute is read again each time. */
const LOOK_BACK_MS = 60_000;
const UNITS: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/**
 * `30m`, `2d`, or a time such as `2026-11-24T09:00Z`.
 * @throws UsageError
 */
export function momentOf(text: string, now = Date.now()): number {
  const [, count, unit = ""] = /^(\d+)([smhd])$/.exec(text) ?? [];
  const at = count ? now - Number(count) * (UNITS[unit] ?? 0) : Date.parse(text);
  if (Number.isNaN(at)) throw new UsageError(`--since ${text}: write it like 30m, 2d or 2026-11-24T09:00Z`);
  if (at > now) throw new UsageError(`--since ${text} is in the future. Leave it out to see new events`);
  return at;
}

export interface Following {
  /** Milliseconds since 1970; without it, only what comes from now on. */
  since?: number;
  type?: EventType;
  signal: AbortSignal;
  /** Milliseconds between two requests: 2,000 without it. */
  pauseMs?: number;
  /** Told once when the service stops responding, with null when it responds again. */
  onTrouble(error: unknown): void;
}

/**
 * Every event once, oldest first, as it comes, until the signal ends it.
 * @throws ProblemError if the service refuses to list events at all
 */
export async function* followEvents(
  client: ProviderCheckoutClient,
  { since, type, signal, pauseMs = 2_000, onTrouble }: Following,
): AsyncGenerator<WebhookEvent, void, undefined> {
  const started = performance.now();
  let begin = since;
  let newest = 0;
  let seen = new Set<string>();
  let isTroubled = false;
  while (!signal.aborted) {
    try {
      begin ??= await startedAt();
      const fresh = await read(Math.max(begin, newest - LOOK_BACK_MS));
      if (isTroubled) onTrouble(null);
      isTroubled = false;
      yield* fresh.reverse();
    } catch (error) {
      if (signal.aborted) return;
      if (newest === 0 && isProblem(error) && !error.retryable) throw error;
      if (!isTroubled) onTrouble(error);
      isTroubled = true;
    }
    await sleep(pauseMs, signal).catch(() => {});
  }

  /** By the service's clock, whose header has whole seconds: the first response may come long after the start. */
  async function startedAt(): Promise<number> {
    const { response } = await client.GET("/v1/environment", { signal });
    const now = Date.parse(response.headers.get("Date") ?? "");
    return (Number.isNaN(now) ? Date.now() : now) - (performance.now() - started);
  }

  /** What was not seen before, newest first. Nothing counts as seen until all of it was read. */
  async function read(from: number): Promise<WebhookEvent[]> {
    const found: WebhookEvent[] = [];
    for await (const event of client.events.list({ type, limit: newest === 0 ? 100 : 20 }, { signal })) {
      if (Date.parse(event.timestamp) < from) break;
      found.push(event);
    }
    const fresh = found.filter(({ id }) => !seen.has(id));
    seen = new Set(found.map(({ id }) => id));
    newest = fresh.reduce((latest, { timestamp }) => Math.max(latest, Date.parse(timestamp)), newest);
    return fresh;
  }
}
