import type { ProviderCheckoutClient, Schema, WebhookEvent } from "../index.js";
import { sleep } from "../retry.js";
import { UsageError } from "./faults.js";

type EventType = Schema<"Event">["type"];

export const EVENT_TYPES: readonly EventType[] = [
  "checkout.created",
  "checkout.expired",
  "checkout.cancelled",
  "card_payment.succeeded",
  "card_payment.failed",
  "direct_debit.authorised",
  "payment_plan.signed",
  "agreement.ready",
  "student.email_undelivered",
];

/** An event can be recorded a little after one that is newer: what was there a while ago is looked at again. */
const LOOK_BACK_MS = 60_000;
const UNITS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/**
 * `30m`, `2d`, or a time such as `2026-11-24T09:00Z`.
 * @throws UsageError
 */
export function momentOf(text: string, now = Date.now()): number {
  const [, count, unit] = /^(\d+)([smhd])$/.exec(text) ?? [];
  const at = count ? now - Number(count) * UNITS[unit as keyof typeof UNITS] : Date.parse(text);
  if (Number.isNaN(at)) throw new UsageError(`--since is such as 30m, 2d or 2026-11-24T09:00Z, not ${text}`);
  if (at > now) throw new UsageError(`--since ${text} is still to come: leave it out to see what comes`);
  return at;
}

export interface Following {
  /** Milliseconds since 1970; only what comes from now on where it is left out. */
  since?: number;
  /** All where it is empty. */
  types: readonly EventType[];
  signal: AbortSignal;
  /** Milliseconds between two questions: 2,000 where nothing is said. */
  pauseMs?: number;
  /** Told once when the service stops answering, with null when it answers again. */
  onTrouble(error: unknown): void;
}

/** Every event once, oldest first, as it comes. It ends with the signal, and with nothing else. */
export async function* followEvents(
  client: ProviderCheckoutClient,
  { since, types, signal, pauseMs = 2_000, onTrouble }: Following,
): AsyncGenerator<WebhookEvent, void, undefined> {
  const started = performance.now();
  const seen = new Map<string, number>();
  let begin = since;
  let newest = 0;
  let isTroubled = false;
  while (!signal.aborted) {
    try {
      begin ??= await startedAt();
      const fresh = await read(begin);
      if (isTroubled) onTrouble(null);
      isTroubled = false;
      for (const event of fresh.reverse()) if (types.length === 0 || types.includes(event.type)) yield event;
    } catch (error) {
      if (signal.aborted) return;
      if (!isTroubled) onTrouble(error);
      isTroubled = true;
    }
    await sleep(pauseMs, signal).catch(() => {});
  }

  /** By the service's clock, whose header has whole seconds: an answer may come long after the start. */
  async function startedAt(): Promise<number> {
    const { response } = await client.GET("/v1/environment", { signal });
    const now = Date.parse(response.headers.get("Date") ?? "");
    return (Number.isNaN(now) ? Date.now() : now) - (performance.now() - started);
  }

  /** What was not seen before, newest first. Nothing counts as seen until all of it was read. */
  async function read(begin: number): Promise<WebhookEvent[]> {
    const fresh: WebhookEvent[] = [];
    const from = Math.max(begin, newest - LOOK_BACK_MS);
    for await (const event of client.events.list({ limit: newest === 0 ? 100 : 20 }, { signal })) {
      if (Date.parse(event.timestamp) < from) break;
      if (!seen.has(event.id)) fresh.push(event);
    }
    for (const { id, timestamp } of fresh) {
      seen.set(id, Date.parse(timestamp));
      newest = Math.max(newest, Date.parse(timestamp));
    }
    for (const [id, at] of seen) if (at < newest - 2 * LOOK_BACK_MS) seen.delete(id);
    return fresh;
  }
}
