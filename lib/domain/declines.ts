import { later, SECOND_MS } from "../../packages/dates/time";
import { clockTime } from "../../packages/dates/zone";

/**
 * Declined cards are counted, so that nobody can try out stolen cards here. Contract section 11. See
 * docs/decisions/026-declines.md.
 */
const AN_HOUR = 3600;

/** Of a network: ten an hour. Each further one doubles the wait, which begins with six minutes. */
export const DECLINES_OF_A_NETWORK = { capacity: 10, perSecond: 10 / AN_HOUR } as const;
/** How often the wait was doubled. One doubling ends after six hours. */
export const DOUBLINGS = { capacity: 6, perSecond: 1 / (6 * AN_HOUR) } as const;

/** What is usual. More raises an alert, and refuses nothing. */
export const USUAL_DECLINES = {
  course: { capacity: 30, perSecond: 30 / AN_HOUR },
  provider: { capacity: 100, perSecond: 100 / AN_HOUR },
} as const;

export const DECLINED_BY = ["network", "course", "provider"] as const;
export type DeclinedBy = (typeof DECLINED_BY)[number];

export interface Decline {
  /** Of the student; null if the provider's own system sent the card. */
  address: string | null;
  requestId: string;
  providerCode: string;
  courseName: string;
}

export interface Declines {
  /** Whether a card may be charged for a network, and if not, in how many seconds. `end` is called after the charge. */
  begin(address: string | null): Promise<{ waitSeconds: number } | { end(): void }>;
  /** Counts one decline, and reports an unusual number. */
  count(decline: Decline): Promise<void>;
}

/**
 * Speaks about this attempt alone: the same form may have been sent twice, and the other request may charge the card.
 * @param now the student reads in the provider's time zone when to come back
 */
export function tooManyDeclines(waitSeconds: number, now: Date, timeZone: string): string {
  const time = clockTime(later(now, waitSeconds * SECOND_MS), timeZone);
  return `Too many cards were declined from your network, so this attempt was not sent to your bank. Try again after ${time}, or contact your education provider.`;
}
