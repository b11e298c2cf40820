/** What a student is written. */
export const MAIL_KINDS = ["resume_link", "receipt", "agreement"] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

/** `kept` in a sandbox that keeps its mail instead of sending it. */
export const MAIL_STATUSES = ["pending", "sent", "kept", "failed", "cancelled"] as const;
export type MailStatus = (typeof MAIL_STATUSES)[number];

/** How many addresses an enrolment's link goes to at most: a student mistypes one, and perhaps another. */
export const MOST_LINKS = 3;

/** Links of all enrolments that go to one address: so many at once, and so many an hour after that. */
export const LINKS_TO_AN_ADDRESS = { capacity: 5, perSecond: 5 / 3600 } as const;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Waits between one attempt and the next: two days together. */
const DELAYS = [
  MINUTE,
  5 * MINUTE,
  15 * MINUTE,
  HOUR,
  2 * HOUR,
  4 * HOUR,
  8 * HOUR,
  12 * HOUR,
  20 * HOUR,
] as const;

/**
 * Milliseconds from an attempt that was not taken, the first being number 1, to the next; null after the last.
 * @param random 0 to 1, for a tenth more or less: what failed together does not come back together
 */
export function mailDelayAfter(number: number, random: number): number | null {
  const delay = DELAYS[number - 1];
  return delay === undefined ? null : Math.round(delay * (0.9 + 0.2 * random));
}
