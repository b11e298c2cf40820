import { z } from "zod";
import { containsCardNumber } from "../../packages/cards/card-number";
import { isCalendarDate } from "../../packages/dates/calendar";
import { isOneOf } from "../../packages/text/narrow";
import { hasControlCharacters, isEmail, isLonger, readText, type TextKind } from "../../packages/text/text";
import type { FieldErrorCode } from "../domain/errors";
import { LONGEST } from "../domain/limits";
import { type Cents, MAX_CENTS, toAmount, toCents } from "../domain/money";

/** Control characters and line separators, for use in a character class. */
const CONTROLS = "\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029";

/** Patterns for the published document, equal to the checks below. */
export const ANY_TEXT = `^[^${CONTROLS}]*$`;
export const VISIBLE_TEXT = `^[^${CONTROLS}]*\\S[^${CONTROLS}]*$`;
const EMAIL_PATTERN = (() => {
  const local = `[^\\s@"<>()[\\],;:\\\\.${CONTROLS}]+`;
  const label = "[A-Za-z0-9\\u00a1-\\uffff]([A-Za-z0-9\\u00a1-\\uffff-]{0,61}[A-Za-z0-9\\u00a1-\\uffff])?";
  return `^(?=.{1,64}@)${local}(\\.${local})*@(${label}\\.)+(?![0-9]+$)${label}$`;
})();

interface IssueContext {
  issues: { push(issue: unknown): unknown };
}

/**
 * Reports a field error from inside a transform. It does not repeat the sent value, which could be a card number.
 * @param path of another field than the one that is transformed
 */
export function report(
  ctx: IssueContext,
  code: FieldErrorCode,
  message: string,
  expected: string,
  path: readonly string[] = [],
): void {
  ctx.issues.push({ code: "custom", input: "", path: [...path], message, params: { code, expected } });
}

/**
 * Reports what another schema found in a part, at that part.
 * @param said before each message
 */
export function passOn(
  ctx: IssueContext,
  found: z.ZodError | undefined,
  path: readonly string[],
  said = "",
): void {
  for (const issue of found?.issues ?? [])
    ctx.issues.push({ ...issue, input: "", path: [...path], message: `${said}${issue.message}` });
}

/**
 * References may be long numbers. Text that people type must not contain a card number. Text that machines write must not
 * contain one that a card scheme could have issued. Contract section 9. See docs/decisions/014-card-numbers.md.
 */
type CardNumbers = "refused" | "issued refused" | "not looked for";

const holdsRefused = (value: string, cardNumbers: CardNumbers) =>
  cardNumbers !== "not looked for" &&
  containsCardNumber(value, cardNumbers === "refused" ? "typed" : "issued");

/** What people read, at most `max` characters. Contract section 1. */
export const text = (max: number, example?: string, cardNumbers: CardNumbers = "not looked for") =>
  textOf("words", max, example, cardNumbers, VISIBLE_TEXT);

/**
 * A value that is compared exactly: an order, an id, a token. Contract section 1
 * @param pattern for the published document only, if only certain texts can succeed
 */
export const reference = (
  max: number,
  example?: string,
  pattern: string = VISIBLE_TEXT,
  cardNumbers: CardNumbers = "not looked for",
) => textOf("reference", max, example, cardNumbers, pattern);

function textOf(
  kind: TextKind,
  max: number,
  example: string | undefined,
  cardNumbers: CardNumbers,
  pattern: string,
) {
  return z
    .string()
    .transform((raw, ctx) => {
      const value = readText(raw, kind, max);
      if (value === "") report(ctx, "required", "must not be empty", `1 to ${max} characters`);
      else if (isLonger(value, max))
        report(ctx, "too_long", `must be at most ${max} characters`, `at most ${max} characters`);
      else if (holdsRefused(value, cardNumbers)) reportCardNumber(ctx);
      else if (hasControlCharacters(value))
        report(
          ctx,
          "not_allowed_characters",
          "must not contain control characters",
          "text without control characters",
        );
      return value;
    })
    .meta({
      minLength: 1,
      maxLength: max,
      pattern,
      ...(example !== undefined && { examples: [example] }),
    });
}

function reportCardNumber(ctx: IssueContext): void {
  report(
    ctx,
    "card_number_not_allowed",
    "must not contain a card number. Send a token from the capture script",
    "text without a card number",
  );
}

export function email() {
  return z
    .string()
    .transform((raw, ctx) => {
      const value = readText(raw, "address", LONGEST.email);
      const tooLong = `at most ${LONGEST.email} characters`;
      if (value === "") report(ctx, "required", "must not be empty", "an email address");
      else if (isLonger(value, LONGEST.email)) report(ctx, "too_long", `must be ${tooLong}`, tooLong);
      else if (containsCardNumber(value)) reportCardNumber(ctx);
      else if (!isEmail(value)) report(ctx, "wrong_format", "must be an email address", "name@example.com");
      return value;
    })
    .meta({
      maxLength: LONGEST.email,
      pattern: EMAIL_PATTERN,
      description: "An email address.",
      examples: ["amelia@example.com"],
    });
}

const TOO_MUCH = "must be at most 100000. Send dollars, not cents: $1,500.00 is 1500";

/** Dollars in the body, cents inside. @param least the smallest amount, in cents */
export function money(least: 0 | 1, example: number) {
  return z
    .number()
    .transform((raw, ctx): Cents => {
      const parsed = toCents(raw);
      const cents = parsed.ok ? parsed.cents : Math.round(parsed.rounded * 100);
      if (least === 1 && (raw <= 0 || (parsed.ok && cents === 0)))
        report(ctx, "must_be_greater_than_zero", "must be greater than 0", "> 0");
      else if (raw < 0 && !(parsed.ok && cents === 0))
        report(ctx, "must_not_be_negative", "must not be negative", ">= 0");
      else if (cents > MAX_CENTS) report(ctx, "too_large", TOO_MUCH, "<= 100000");
      else if (!parsed.ok)
        report(ctx, "too_many_decimals", "must have at most two decimals", String(parsed.rounded));
      return cents;
    })
    .meta({
      minimum: toAmount(least),
      maximum: toAmount(MAX_CENTS),
      description: `Dollars, ${least === 1 ? "greater than 0, " : ""}at most two decimals.`,
      examples: [example],
    });
}

export function calendarDate() {
  return z
    .string()
    .transform((raw, ctx) => {
      const value = readText(raw, "plain", 10);
      if (value === "") report(ctx, "required", "must not be empty", "YYYY-MM-DD");
      else if (!isCalendarDate(value))
        report(ctx, "wrong_format", "must be a real date, written YYYY-MM-DD", "YYYY-MM-DD");
      return value;
    })
    .meta({
      format: "date",
      maxLength: 10,
      description: "A calendar date, YYYY-MM-DD.",
      examples: ["2027-02-06"],
    });
}

const MOMENT =
  /^(\d{4}-\d\d-\d\d)T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/;
const LONGEST_MOMENT = 40;
export const MOMENT_EXAMPLE = "2026-11-21T02:24:00Z";
/** What a database accepts, and more than can occur. */
const [FIRST, LAST] = [Date.parse("1970-01-01T00:00:00Z"), Date.parse("9999-12-31T00:00:00Z")];

/**
 * An instant with its zone, RFC 3339.
 * @param remedy what else may be wrong, for the message
 */
export function moment(remedy = "") {
  return z
    .string()
    .transform((raw, ctx) => {
      const value = readText(raw, "plain", LONGEST_MOMENT);
      const at = new Date(value);
      // The parser moves 30 February into March.
      const isReal = MOMENT.test(value) && z.iso.date().safeParse(value.slice(0, 10)).success;
      if (value === "") report(ctx, "required", "must not be empty", MOMENT_EXAMPLE);
      else if (!isReal)
        report(ctx, "wrong_format", `must be a date and time with a time zone${remedy}`, MOMENT_EXAMPLE);
      return new Date(Math.min(Math.max(at.getTime(), FIRST), LAST));
    })
    .meta({ format: "date-time", maxLength: LONGEST_MOMENT, examples: [MOMENT_EXAMPLE] });
}

export function option<const T extends readonly string[]>(values: T) {
  return z
    .string()
    .transform((raw, ctx): T[number] => {
      const value = readText(raw, "reference", LONGEST.reference);
      if (isOneOf<T[number]>(values, value)) return value;
      if (value === "") report(ctx, "required", "must not be empty", listed(values));
      else report(ctx, "not_an_option", `must be ${listed(values)}`, listed(values));
      return z.NEVER;
    })
    .meta({ enum: [...values], examples: [values[0]] });
}

export function listed(values: readonly string[]): string {
  return values.length < 2 ? (values[0] ?? "") : `${values.slice(0, -1).join(", ")} or ${values.at(-1)}`;
}
