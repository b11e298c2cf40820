import { containsCardNumber } from "../../../packages/cards/card-number";
import { isCalendarDate } from "../../../packages/dates/calendar";
import { tableOf } from "../../../packages/text/narrow";
import { isLonger, readText } from "../../../packages/text/text";
import { MAX_REASON } from "../../domain/limits";
import { type ActionField, FIELD_NAMES, type FieldName, type Values } from "./action";

/** Of a plain number. */
const MAX_VALUE = 20;

/** A BSB with a number after it, or a number as long as an account's that is no reference, amount or date. */
const ACCOUNT =
  /(?<!\d)\d{3}[ -]\d{3}[ ,:/-]{1,3}\d[\d -]{3,}\d|(?<![\p{L}\d.$_#/-])\d{6,9}(?![\p{L}\d_/-]|[.,]\d)/u;

/** On one line. */
export const readReason = (typed: string): string =>
  readText(typed.replace(/\s+/g, " "), "words", MAX_REASON);

/** What is wrong with a reason; null for a good one. It is kept for ever, so it must not say where money is. */
export function reasonFault(reason: string): string | null {
  if (reason === "") return "Enter a reason";
  if (isLonger(reason, MAX_REASON)) return `Reason must be ${MAX_REASON} characters or fewer`;
  if (containsCardNumber(reason)) return "Leave out the card number";
  return ACCOUNT.test(reason) ? "Leave out the bank account’s number" : null;
}

/** Only what the action asks for. */
export const readValues = (fields: readonly ActionField[], given: Partial<Values>): Values =>
  tableOf(FIELD_NAMES, (name) =>
    fields.some((field) => field.name === name) ? readText(given[name] ?? "", "plain", MAX_VALUE) : "",
  );

/** What to correct, by the fields' names. */
export function faultsIn(fields: readonly ActionField[], values: Values): Partial<Record<FieldName, string>> {
  const faults = fields.map((field) => [field.name, faultOf(field, values[field.name])] as const);
  return Object.fromEntries(faults.filter(([, fault]) => fault !== null));
}

function faultOf({ type, label, options = [] }: ActionField, value: string): string | null {
  switch (type) {
    case "choice":
      return options.some((option) => option.value === value) ? null : `${label}: choose one`;
    case "date":
      if (value === "") return `${label}: enter a date`;
      return isCalendarDate(value) ? null : `${label}: enter a real date`;
    case "amount":
      return isAmount(value) ? null : `${label}: enter an amount such as 57.69`;
    default:
      return type satisfies never;
  }
}

const isAmount = (value: string) => /^\d{1,9}(\.\d{1,2})?$/.test(value) && Number(value) > 0;
