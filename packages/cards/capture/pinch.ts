import { schemeOf } from "../card-scheme";
import { CaptureError, type Field, readCard } from "./details";
import { type Setup, vendorScript } from "./vendor";

declare global {
  interface Window {
    Pinch?: {
      Capture(options: { publishableKey: string }): {
        createToken(card: Record<string, string>): Promise<unknown>;
      };
    };
  }
}

const SCRIPT = {
  host: "https://cdn.getpinch.com.au",
  path: "/capturejs/pinch.capture.v2.js",
  isShared: true,
  read: () => window.Pinch,
};

/** Pinch's names of what it refuses. The first that fits. */
const FIELDS: readonly (readonly [RegExp, code: string, field: Field, message: string])[] = [
  [/cardnumber/i, "invalid_number", "number", "Card number is not correct. Check it and try again."],
  [/month/i, "invalid_expiry_month", "expiry_month", "Expiry month is not correct"],
  [/expir|year/i, "invalid_expiry_year", "expiry_year", "Expiry date is not correct"],
  [/cvc|cvv/i, "invalid_cvc", "cvc", "Security code is not correct"],
  [/holder/i, "invalid_name", "name", "Name on card is not correct"],
];

/** Hands the card to Pinch's own function, which sends it to Pinch. */
export async function pinchToken(setup: Setup, publishableKey: string, details: unknown) {
  const { number, last4, expiry, cvc, name } = readCard(details);
  const Pinch = await vendorScript(setup, SCRIPT);
  let made: unknown;
  try {
    made = await Pinch.Capture({ publishableKey }).createToken({
      sourceType: "credit-card",
      cardNumber: number,
      expiryMonth: String(expiry.expiry_month).padStart(2, "0"),
      expiryYear: String(expiry.expiry_year),
      cvc,
      cardHolderName: name,
    });
  } catch (fault) {
    throw refusalOf(fault);
  }
  const { token } = Object(made);
  if (typeof token !== "string") throw refusalOf(made);
  return { token, card: { scheme: schemeOf(number), last4, ...expiry } };
}

/** Pinch has several shapes of errors, and quotes in them what was entered: only the names of fields are read. */
function refusalOf(fault: unknown): CaptureError {
  const named = faultsIn(fault).map((one) => String(one.propertyName ?? one.field));
  const known = FIELDS.find(([pattern]) => named.some((name) => pattern.test(name)));
  if (known) return new CaptureError(known[1], known[3], known[2]);
  const message = "Your card details could not be used. Check them and your connection, and try again.";
  return new CaptureError("processor_refused", message);
}

function faultsIn(fault: unknown): Record<string, unknown>[] {
  if (Array.isArray(fault)) return fault.flatMap(faultsIn);
  if (typeof fault !== "object" || fault === null) return [];
  const one: Record<string, unknown> = { ...fault };
  return [one, ...faultsIn(one.errors), ...faultsIn(one.errorMessages)];
}
