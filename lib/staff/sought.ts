import { addDays, type CalendarDate, isCalendarDate, toDayNumber } from "../../packages/dates/calendar";
import { endOfDayInZone } from "../../packages/dates/zone";
import { readText } from "../../packages/text/text";
import type { Paid, RecordPrefix } from "../db/staff-lists";
import { formatBsb } from "../direct-debit/bank-details";
import { type Id, isId } from "../domain/ids";
import { toCents } from "../domain/money";

/** What the text of the console's search box asks for. */
export type Sought =
  | { by: "checkout"; id: Id<"chk"> }
  | { by: "enrolment"; id: Id<"enr"> }
  | { by: "request"; id: Id<"req"> }
  | { by: "record"; prefix: RecordPrefix; id: string }
  | { by: "email"; email: string }
  | { by: "payment"; paid: Paid }
  | { by: "account"; account: { bsb: string; ending: string } }
  /** A reference or receipt number, or else a name. */
  | { by: "word"; references: string[]; name: string };

const RECORDS = ["opp", "dda", "agr", "evt", "ref", "dbt", "cat", "eml"] as const satisfies RecordPrefix[];
export const MAX_SOUGHT = 254;

/** @returns null for an empty text */
export function soughtBy(text: string, timeZone: string, today: CalendarDate): Sought | null {
  const asked = readText(text, "plain", MAX_SOUGHT).replace(/\s+/g, " ").slice(0, MAX_SOUGHT);
  if (asked === "") return null;
  const id = asked.toLowerCase();
  if (isId("chk", id)) return { by: "checkout", id };
  if (isId("enr", id)) return { by: "enrolment", id };
  if (isId("req", id)) return { by: "request", id };
  const prefix = RECORDS.find((each) => isId(each, id));
  if (prefix) return { by: "record", prefix, id };
  if (/^\S+@\S+$/.test(asked)) return { by: "email", email: asked };
  return (
    paymentIn(asked, timeZone, today) ??
    accountIn(asked) ?? {
      by: "word",
      references: [...new Set([asked, asked.toUpperCase()])],
      name: asked,
    }
  );
}

/** "57.69 24 Nov 2026", "$57.69 on 24/11/2026", "2026-11-24 57.69", and without a year: "57.69 24 Nov". */
function paymentIn(text: string, timeZone: string, today: CalendarDate): Sought | null {
  const found = DATES.flatMap(({ form, read }) => {
    const match = form.exec(text);
    return match ? [{ date: read(match, today), rest: text.replace(match[0], " ") }] : [];
  })[0];
  const amount = /^\$?\s?(\d[\d,]*(?:\.\d{1,2})?)$/.exec(found?.rest.replace(/\bon\b/i, " ").trim() ?? "");
  if (!found || !amount?.[1] || !isCalendarDate(found.date)) return null;
  const cents = toCents(Number(amount[1].replaceAll(",", "")));
  const { date } = found;
  const [from, to] = [endOfDayInZone(addDays(date, -1), timeZone), endOfDayInZone(date, timeZone)];
  return cents.ok ? { by: "payment", paid: { cents: cents.cents, date, from, to } } : null;
}

/** "062-000 …678", "062000 678", "062-000 ending 678": whatever else of an account somebody says is not kept to be found. */
function accountIn(text: string): Sought | null {
  const [, bank, branch, ending] = /^(\d{3})[- ]?(\d{3})(?: ending)?[\s.…]+(\d{3})$/i.exec(text) ?? [];
  return ending ? { by: "account", account: { bsb: formatBsb(`${bank}${branch}`), ending } } : null;
}

const MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
const two = (text = "") => text.padStart(2, "0");

/** Without a year, the one nearest to today. Not a date where there is no such day. */
function dateOf(year: string | undefined, month: string, day: string, today: CalendarDate): CalendarDate {
  const thisYear = Number(today.slice(0, 4));
  const years = year ? [year] : [thisYear - 1, thisYear, thisYear + 1];
  const away = (date: CalendarDate) => Math.abs(toDayNumber(date) - toDayNumber(today));
  const dates = years.map((each) => `${each}-${two(month)}-${two(day)}`).filter(isCalendarDate);
  return dates.toSorted((one, other) => away(one) - away(other))[0] ?? "";
}

const DATES: { form: RegExp; read: (match: RegExpExecArray, today: CalendarDate) => CalendarDate }[] = [
  { form: /\b\d{4}-\d{2}-\d{2}\b/, read: ([date]) => date },
  {
    form: /\b(\d{1,2})\/(\d{1,2})(?:\/(\d{4}))?\b/,
    read: ([, day = "", month = "", year], today) => dateOf(year, month, day, today),
  },
  {
    form: /\b(\d{1,2}) (jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*(?: (\d{4}))?\b/i,
    read: ([, day = "", month = "", year], today) =>
      dateOf(year, String(MONTHS.indexOf(month.toLowerCase()) + 1), day, today),
  },
];
