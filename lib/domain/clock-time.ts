import { MINUTE_MS } from "./time";

/**
 * "3:42 pm (Australia/Sydney)" of the clock in that zone, with a no-break space in the time: the first whole minute
 * that is not before the instant.
 * Built from parts, because the format of a whole time differs between versions of browsers and Node.
 */
export function clockTime(instant: Date, timeZone: string): string {
  const minute = new Date(Math.ceil(instant.getTime() / MINUTE_MS) * MINUTE_MS);
  const format = new Intl.DateTimeFormat("en-u-nu-latn", {
    timeZone,
    hourCycle: "h23",
    hour: "2-digit",
    minute: "2-digit",
  });
  const parts = format.formatToParts(minute);
  const part = (wanted: string) => Number(parts.find(({ type }) => type === wanted)?.value);
  const hour = part("hour") % 24;
  return `${hour % 12 || 12}:${String(part("minute")).padStart(2, "0")}\u00a0${hour < 12 ? "am" : "pm"} (${timeZone})`;
}
