import { digitsIn, readText } from "../text/text";
import { passesLuhn } from "./card-number";
import { TEST_CARDS } from "./test-cards";

/**
 * Turns card details into a token, in the browser. It sends, keeps and logs nothing. `npm run generate` writes
 * public/capture/v1.js from this file. Guide: /docs/pay-now.
 *
 *   const { token, card } = await new Capture(publishableKey).createToken({ number, expiry_month, … });
 *
 * It rejects with { code, field, message }. `field` names the detail to correct, or is null.
 */

type Field = "number" | "expiry_month" | "expiry_year" | "cvc" | "name";

/** `message` never quotes what was entered, so that an error can be logged. */
class CaptureError extends Error {
  override name = "CaptureError";
  constructor(
    readonly code: string,
    readonly field: Field | null,
    message: string,
  ) {
    super(message);
  }

  // An Error's own message is left out of JSON.
  toJSON() {
    return { code: this.code, field: this.field, message: this.message };
  }
}

/** Anything but text and numbers counts as not entered. */
function entered(value: unknown, field: Field, message: string): string {
  const text = typeof value === "string" || typeof value === "number" ? digitsIn(String(value)) : "";
  if (text === "") throw new CaptureError("required", field, message);
  return text;
}

function readCard(value: unknown) {
  const number = entered(value, "number", "Enter your card number");
  const refuse = (code: string, message: string) => new CaptureError(code, "number", message);
  if (!/^[0-9]+$/.test(number)) throw refuse("invalid_number", "Card number must have digits only");
  if (number.length < 12) throw refuse("invalid_number", "Card number is too short");
  if (number.length > 19) throw refuse("invalid_number", "Card number is too long");
  if (!passesLuhn(number))
    throw refuse("invalid_number", "Card number is not correct. Check it and try again.");
  const [slug, card] = Object.entries(TEST_CARDS).find(([, one]) => one.number === number) ?? [];
  if (!card) throw refuse("test_card_required", "This is a test environment. Use one of its test cards.");
  return { slug, scheme: card.scheme, last4: card.last4 };
}

function readExpiry(monthValue: unknown, yearValue: unknown) {
  const monthText = entered(monthValue, "expiry_month", "Enter the month in which your card expires");
  const month = Number(monthText);
  if (!/^[0-9]{1,2}$/.test(monthText) || month < 1 || month > 12)
    throw new CaptureError("invalid_expiry_month", "expiry_month", "Expiry month must be between 1 and 12");
  const yearText = entered(yearValue, "expiry_year", "Enter the year in which your card expires");
  if (!/^([0-9]{2}|[0-9]{4})$/.test(yearText))
    throw new CaptureError("invalid_expiry_year", "expiry_year", "Expiry year must have 2 or 4 digits");
  const year = yearText.length === 2 ? 2000 + Number(yearText) : Number(yearText);
  const today = new Date();
  // A card is good until the end of the month printed on it.
  if (year * 12 + month < today.getFullYear() * 12 + today.getMonth() + 1) {
    const field = year < today.getFullYear() ? "expiry_year" : "expiry_month";
    throw new CaptureError("card_expired", field, "Expiry date must be in the future");
  }
  return { expiry_month: month, expiry_year: year };
}

const RANDOM_LETTERS = 22;

function randomLetters(): string {
  let letters = "";
  while (letters.length < RANDOM_LETTERS)
    // 234 is the last multiple of 26: bytes beyond it would make the first letters of the alphabet likelier.
    for (const byte of crypto.getRandomValues(new Uint8Array(RANDOM_LETTERS)))
      if (byte < 234 && letters.length < RANDOM_LETTERS) letters += String.fromCharCode(97 + (byte % 26));
  return letters;
}

class Capture {
  /** `publishableKey` is the `gateway_publishable_key` of GET /v1/environment. Throws for any but a test key. */
  constructor(publishableKey: unknown) {
    if (typeof publishableKey !== "string" || !/^pk_test_\S+$/.test(publishableKey)) {
      const message =
        "publishableKey must be the gateway_publishable_key of the sandbox, which starts pk_test_.";
      throw new CaptureError("publishable_key_invalid", null, message);
    }
  }

  /** Checks in the order of the fields and rejects with the first that needs correcting. */
  async createToken(details: unknown) {
    const { number, expiry_month, expiry_year, cvc, name }: Partial<Record<Field, unknown>> = Object(details);
    const { slug, scheme, last4 } = readCard(number);
    const expiry = readExpiry(expiry_month, expiry_year);
    const code = entered(cvc, "cvc", "Enter the security code of your card");
    if (!/^[0-9]{3,4}$/.test(code))
      throw new CaptureError("invalid_cvc", "cvc", "Security code must have 3 or 4 digits");
    if (typeof name !== "string" || readText(name, "words", 100) === "")
      throw new CaptureError("required", "name", "Enter the name on your card");
    return { token: `tok_test_${slug}_${randomLetters()}`, card: { scheme, last4, ...expiry } };
  }
}

Object.assign(globalThis, { Capture });
