import type { Cents } from "../domain/money";

/**
 * The card gateway as the service sees it: four verbs around a key that the service chooses. A key charges at most
 * once, whoever asks and however often. Contract section 4, "Exactly one charge".
 */
export interface CardGateway {
  readonly mode: "test" | "live";
  /**
   * Charges a card token. The same key again gives the same result and charges nothing more.
   * @throws GatewayNotReached when no byte of the request was sent
   * @throws GatewayOutcomeUnknown when it was sent and no answer is known
   */
  charge(request: ChargeRequest): Promise<ChargeResult>;
  /** What became of a key; null when the gateway never saw it. */
  findCharge(key: string): Promise<ChargeResult | null>;
  /** Charges made since an instant, oldest first, of all or of one provider or order. */
  listCharges(filter: { since: Date; of?: Partial<OrderReference> }): Promise<ListedCharge[]>;
  /** The result of the key, or, where there is none, the promise that it will never charge. */
  closeCharge(key: string): Promise<ChargeResult | { status: "processing" }>;
}

/** What the sandbox's gateway can do beside the port; nothing that takes real cards has it. */
export interface TestGateway {
  /** Makes a charge never made: it is gone from the list, and the key is closed. */
  voidCharge(key: string): Promise<void>;
}

export interface OrderReference {
  providerId: string;
  providerOrderId: string;
}

export interface ChargeRequest extends OrderReference {
  key: string;
  amountCents: Cents;
  token: string;
}

export type ChargeResult =
  | { status: "succeeded"; card: { scheme: string; lastFour: string }; receiptNumber: string }
  | { status: "declined"; declineCode: string }
  /** Nothing was tried: the token cannot be used. */
  | { status: "refused"; reason: "token_unknown" | "token_already_used" }
  /** The key was closed before it was used. */
  | { status: "closed" };

export interface ListedCharge extends OrderReference {
  key: string;
  amountCents: Cents;
  status: "succeeded" | "declined";
  createdAt: Date;
}

/** The gateway could not be reached: certainly nothing was charged. */
export class GatewayNotReached extends Error {
  override name = "GatewayNotReached";
}

/** The request left and its outcome is not known: it may have charged. */
export class GatewayOutcomeUnknown extends Error {
  override name = "GatewayOutcomeUnknown";
}
