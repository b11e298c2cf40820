import { SCOPES } from "../../drizzle/vocabulary";
import { parseApiKey } from "../../lib/crypto/api-key";
import { type Id, type IdPrefix, isId } from "../../lib/domain/ids";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../packages/dates/time";
import { isOneOf } from "../../packages/text/narrow";
import { isLonger } from "../../packages/text/text";

/** Checks of option values. Each says what is wrong and what to do, or null. */

export function labelFault(label: string): string | null {
  return isLonger(label, 100) ? "it is longer than 100 characters." : null;
}

export function scopeFault(scope: string): string | null {
  if (isOneOf(SCOPES, scope)) return null;
  return `there is no such scope. There are: ${SCOPES.join(", ")}.`;
}

/** The option of an id. @param remedy what is wrong with any other text, and what to do */
export const idOption = (prefix: IdPrefix, remedy: string) =>
  ({
    value: `${prefix}_…`,
    required: true,
    fault: (text: string) => (isId(prefix, text) ? null : remedy),
  }) as const;

/** The id in an option that was checked. */
export function idIn<P extends IdPrefix>(prefix: P, text: string): Id<P> {
  if (!isId(prefix, text)) throw new RangeError("The option's check has let it through");
  return text;
}

export function keyIdFault(id: string): string | null {
  if (isId("key", id)) return null;
  const whole = parseApiKey(id);
  if (whole) return `that is the key itself. Never put a key on a command line. Use its id: ${whole.id}.`;
  return "give the key's id: key_ and 26 letters and digits. `npm run keys -- list` shows it.";
}

export function emailsFault(text: string): string | null {
  return text === "on" || text === "off" ? null : "write on or off.";
}

const SPAN = /^(0|\d{1,6}(m|h|d))$/;
const UNIT_MS = { m: MINUTE_MS, h: HOUR_MS, d: DAY_MS } as const;

export function overlapFault(text: string): string | null {
  if (!SPAN.test(text)) return "write minutes, hours or days: 30m, 24h, 7d, or 0 for none.";
  return spanOf(text) <= 7 * DAY_MS ? null : "both keys can work for at most 7 days: 7d.";
}

export function lifeFault(text: string): string | null {
  if (!SPAN.test(text) || spanOf(text) === 0) return "write minutes, hours or days: 30m, 12h, 90d.";
  return spanOf(text) <= 3650 * DAY_MS
    ? null
    : "it is longer than 3650d. Leave it out for a key that never expires.";
}

/** Milliseconds of a span that was checked. */
export function spanOf(text: string): number {
  if (text === "0") return 0;
  return Number(text.slice(0, -1)) * UNIT_MS[text.at(-1) as keyof typeof UNIT_MS];
}
