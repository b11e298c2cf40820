import { type CardName, detailsOf, FIELD_OF } from "./answers";

/** What our pages need to take a provider's cards. */
export interface CardAccess {
  publishableKey: string;
  /** Whose fields the student types the card number into. */
  cardFields: "own" | "processor";
  /** The path of the capture script. */
  script: string;
}

/** Why there is no token; `field` by the capture script's names. */
interface CaptureRefusal {
  field?: string | null;
  message: string;
}

/** The capture script's global. Contract section 9; guide: /docs/pay-now. */
export interface Capture {
  createToken(details: Partial<ReturnType<typeof detailsOf>>): Promise<{ token: string }>;
  /** Draws the processor's own fields, and its wallets. @param options `amount` in dollars */
  mount(
    element: Element,
    options: { amount: number; onWallet(paid: { token: string }): void; appearance: object },
  ): Promise<void>;
}

declare global {
  interface Window {
    Capture?: new (publishableKey: string) => Capture;
  }
}

export const NOT_LOADED =
  "The card form could not be loaded. Check your connection and load this page again.";

/** Of the fields that our pages draw, by whose the others are. */
export const namesOf = (cardFields: CardAccess["cardFields"]): readonly CardName[] =>
  cardFields === "own" ? ["name", "number", "expiry", "cvc"] : ["name"];

/** Draws the processor's own fields in the page's colours. */
export function drawFields(
  capture: Capture,
  place: HTMLElement,
  cents: number,
  onWallet: (token: string) => void,
): Promise<void> {
  const colour = (name: string) => {
    place.style.color = `var(--color-${name})`;
    return getComputedStyle(place).color;
  };
  const variables = {
    colorPrimary: colour("accent"),
    colorBackground: colour("surface"),
    colorDanger: colour("error"),
    colorTextSecondary: colour("muted"),
    colorText: colour("text"),
    borderRadius: "8px",
  };
  return capture.mount(place, {
    amount: cents / 100,
    onWallet: ({ token }) => onWallet(token),
    appearance: { variables },
  });
}

/** @returns a token, or the field and the words of what is wrong with the card */
export async function tokenOf(
  capture: Capture | null,
  fields: Parameters<typeof detailsOf>[0],
  cardFields: CardAccess["cardFields"],
): Promise<{ token: string } | { field: CardName | null; message: string }> {
  if (!capture) return { field: null, message: NOT_LOADED };
  try {
    return await capture.createToken(cardFields === "own" ? detailsOf(fields) : { name: fields.name });
  } catch (error) {
    const { field, message } = error as CaptureRefusal;
    return { field: (field && FIELD_OF[field]) || null, message };
  }
}
