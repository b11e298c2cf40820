import { HOUR_MS, MINUTE_MS } from "../../packages/dates/time";

export type { MailKind, MailStatus } from "../../drizzle/vocabulary";

/** Addresses that one enrolment's links go to: a student may mistype two. */
export const MAX_ADDRESSES = 3;

/** For one enrolment. */
export const MAX_LINKS_AN_HOUR = 3;

/** How many enrolments get a link for one request: somebody else can begin any number with the same address. */
export const MAX_ENROLMENTS_ASKED_FOR = 3;

/** Requests for a new link with one address: three at once, then three an hour. */
export const REQUESTS_FOR_AN_ADDRESS = { capacity: 3, perSecond: 3 / 3600 } as const;

/** Links of all enrolments to one address: five at once, then five an hour. */
export const LINKS_TO_AN_ADDRESS = { capacity: 5, perSecond: 5 / 3600 } as const;

/** First links that a provider's portal emails. This limits how many emails others can cause. Contract section 11 */
export const FIRST_LINKS_OF_A_PROVIDER = { capacity: 300, perSecond: 300 / 3600 } as const;

/** An address without its tag: `amelia+2@example.com` reaches the same person as `amelia@example.com`. */
export const withoutTag = (address: string) => address.replace(/^([^+@]+)\+[^@]*@/, "$1@");

/** Waits between attempts, two days in all. */
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
 * Milliseconds to wait after failed attempt `number`, counted from 1; null after the last.
 * @param random 0 to 1, moves the wait by up to a tenth, so that simultaneous failures do not return together
 */
export function mailDelayAfter(number: number, random: number): number | null {
  const delay = DELAYS[number - 1];
  return delay === undefined ? null : Math.round(delay * (0.9 + 0.2 * random));
}
