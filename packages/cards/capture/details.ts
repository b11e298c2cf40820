import { digitsIn, readText } from "../../text/text";
import { passesLuhn } from "../card-number";

export type Field = "number" | "expiry_month" | "expiry_year" | "cvc" | "name";

/** `message` never quotes what was entered, so that an error can be logged. */
export class CaptureError extends Error {
  override name = "CaptureError";
  constructor(
    readonly code: string,
    message: string,
    readonly field: Field | null = null,
  ) {
    super(message);
  }

  // An Error's own message is left out of JSON.
  toJSON() {
    return { code: this.code, field: this.field, message: this.message };
  }
}

export const givenIn = (details: unknown): Partial<Record<string, unknown>> => Object(details);

/** Anything but text and numbers counts as not entered. */
function entered(value: unknown, field: Field, message: string): string {
  const text = typeof value === "string" || typeof value === "number" ? digitsIn(String(value)) : "";
  if (text === "") throw new CaptureError("required", message, field);
  return text;
}

function readNumber(value: unknown): string {
  const number = entered(value, "number", "Enter your card number");
  const refuse = (message: string) => new CaptureError("invalid_number", message, "number");
  if (!/^[0-9]+$/.test(number)) throw refuse("Card number must have digits only");
  if (number.length < 12) throw refuse("Card number is too short");
  if (number.length > 19) throw refuse("Card number is too long");
  if (!passesLuhn(number)) throw refuse("Card number is not correct. Check it and try again.");
  return number;
}

function readExpiry(monthValue: unknown, yearValue: unknown) {
  const monthText = entered(monthValue, "expiry_month", "Enter the month in which your card expires");
  const month = Number(monthText);
  if (!/^[0-9]{1,2}$/.test(monthText) || month < 1 || month > 12)
    throw new CaptureError("invalid_expiry_month", "Expiry month must be between 1 and 12", "expiry_month");
  const yearText = entered(yearValue, "expiry_year", "Enter the year in which your card expires");
  if (!/^([0-9]{2}|[0-9]{4})$/.test(yearText))
    throw new CaptureError("invalid_expiry_year", "Expiry year must have 2 or 4 digits", "expiry_year");
  const year = yearText.length === 2 ? 2000 + Number(yearText) : Number(yearText);
  const today = new Date();
  // A card is good until the end of the month printed on it.
  if (year * 12 + month < today.getFullYear() * 12 + today.getMonth() + 1) {
    const field = year < today.getFullYear() ? "expiry_year" : "expiry_month";
    throw new CaptureError("card_expired", "Expiry date must be in the future", field);
  }
  return { expiry_month: month, expiry_year: year };
}

export function readName(value: unknown): string {
  const name = typeof value === "string" ? readText(value, "words", 100) : "";
  if (name === "") throw new CaptureError("required", "Enter the name on your card", "name");
  return name;
}

/** Checks in the order of the fields and throws for the first that needs correcting. @param check of a number */
export function readCard(details: unknown, check: (number: string) => void = () => {}) {
  const given = givenIn(details);
  const number = readNumber(given.number);
  check(number);
  const expiry = readExpiry(given.expiry_month ?? given.expiryMonth, given.expiry_year ?? given.expiryYear);
  const cvc = entered(given.cvc, "cvc", "Enter the security code of your card");
  if (!/^[0-9]{3,4}$/.test(cvc))
    throw new CaptureError("invalid_cvc", "Security code must have 3 or 4 digits", "cvc");
  return { number, last4: number.slice(-4), expiry, cvc, name: readName(given.name) };
}
