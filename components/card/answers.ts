import type { CardFields } from "../../lib/contract/forms/card";
import { expiryIn, expiryShown, grouped } from "../../packages/cards/card-text";
import { present } from "../../packages/text/narrow";

/** What the portal's card step and the hosted card page share without drawing it. */

export const CARD_NAMES = ["name", "number", "expiry", "cvc"] as const;
export type CardName = (typeof CARD_NAMES)[number];

export const FORMATS: Partial<Record<string, (text: string, isDeleting: boolean) => string>> = {
  number: grouped,
  expiry: expiryShown,
};

/** By the names in the capture script. */
export const FIELD_OF: Partial<Record<string, CardName>> = {
  name: "name",
  number: "number",
  expiry_month: "expiry",
  expiry_year: "expiry",
  cvc: "cvc",
};

/** As the capture script takes it. */
export function detailsOf({ number, expiry, cvc, name }: Omit<CardFields, "terms">) {
  const { month, year } = present(expiryIn(expiry), "expiry date");
  return { number, expiry_month: month, expiry_year: year, cvc, name };
}

/** What to fill in where a click on a test card's button asks for it. */
export function testCardAt(target: EventTarget | null) {
  const button = target instanceof Element ? target.closest<HTMLElement>("[data-test-card]") : null;
  const number = button?.dataset.testCard;
  if (!number) return null;
  const expiry = `12/${(new Date().getFullYear() + 3) % 100}`;
  return { name: "Test Student", number: grouped(number), expiry, cvc: "123" };
}
