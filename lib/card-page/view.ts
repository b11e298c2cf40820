import type { Cents } from "../domain/money";
import type { ProviderView } from "../domain/provider-view";
import type { CardEntry } from "../gateway/accounts";

/** What a visitor of the hosted card page sees. */
export type CardView =
  /** `notice` says why the last card was not charged, or why nothing was sent. */
  | { state: "card"; notice: string | null }
  /** `bankUrl`: where the card's bank asks the student first (3-D Secure). */
  | { state: "checking"; bankUrl: string | null }
  | { state: "paid"; scheme: string; lastFour: string; receiptNumber: string; refunded: string | null }
  | { state: "expired" }
  | { state: "cancelled" };

export interface CardPage {
  provider: ProviderView;
  /** The provider's order reference. */
  reference: string;
  courseName: string;
  amountCents: Cents;
  /** Of the student, whose card it mostly is. */
  name: string;
  returnUrl: string | null;
  /** How the provider's cards are taken. */
  card: CardEntry;
  isSandbox: boolean;
  view: CardView;
}
