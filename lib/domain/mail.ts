import { HOUR_MS, MINUTE_MS } from "./time";
/** What a student is written. A `new_link` is one that was asked for. */
export const MAIL_KINDS = ["resume_link", "new_link", "receipt", "agreement"] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

/** `kept` in a sandbox that keeps its mail instead of sending it. */
export const MAIL_STATUSES = ["pending", "sent", "kept", "failed", "cancelled"] as const;
export type MailStatus = (typeof MAIL_STATUSES)[number];

/** How many addresses an enrolment's links go to at most: a student mistypes one, and perhaps another. */
export const MOST_ADDRESSES = 3;

/** How many links of an enrolment go out in an hour at most. */
export const MOST_LINKS_AN_HOUR = 3;

/** How many enrolments of an address get a link when one is asked for: anybody could have begun more of them. */
export const MOST_ENROLMENTS_ASKED_FOR = 3;

/** How often a new link may be asked for with one address: so often at once, and so often an hour after that. */
export const REQUESTS_FOR_AN_ADDRESS = { capacity: 3, perSecond: 3 / 3600 } as const;

/** Links of all enrolments that go to one address: so many at once, and so many an hour after that. */
export const LINKS_TO_AN_ADDRESS = { capacity: 5, perSecond: 5 / 3600 } as const;

/** Waits between one attempt and the next: two days together. */
const DELAYS = [
  MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  4 * HOUR_MS,
  8 * HOUR_MS,
  12 * HOUR_MS,
  20 * HOUR_MS,
] as const;

/**
 * Milliseconds from an attempt that was not taken, the first being number 1, to the next; null after the last.
 * @param random 0 to 1, for a tenth more or less: what failed together does not come back together
 */
export function mailDelayAfter(number: number, random: number): number | null {
  const delay = DELAYS[number - 1];
  return delay === undefined ? null : Math.round(delay * (0.9 + 0.2 * random));
}
