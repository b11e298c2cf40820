import type { Cents } from "../domain/money";

/**
 * The card gateway as the service sees it: verbs around keys that the service chooses. A key charges at most once,
 * and a refund's key refunds at most once, whoever asks and however often. Contract section 4, "Exactly one charge".
 */
export interface CardGateway {
  /** Recorded with each charge; the same for as long as it is the same account at the same gateway. */
  readonly id: string;
  readonly mode: "test" | "live";
  /**
   * Charges a card token. The same key again gives what became of it and charges nothing more.
   * @throws GatewayNotReached when no byte of the request was sent
   * @throws GatewayOutcomeUnknown when it was sent and no answer is known
   */
  charge(request: ChargeRequest): Promise<ChargeResult>;
  /** What became of a key; null when the gateway never saw it. */
  findCharge(key: string): Promise<ChargeResult | null>;
  /** Charges made since an instant, oldest first; a long list may end early and is asked for again from there. */
  listCharges(since: Date): Promise<ListedCharge[]>;
  /** The result of the key, or, where there is none, the promise that it will never charge. */
  closeCharge(key: string): Promise<ChargeResult | NotClosed>;
  /** Gives back all or a part of a charge, never more than it took. The same key again gives the same result. */
  refund(key: string, request: RefundRequest): Promise<RefundResult>;
  /** What became of a refund's key; null when the gateway never saw it. */
  findRefund(key: string): Promise<RefundResult | null>;
}

/** What a sandbox's gateway can do beside the port. An adapter to a real gateway has none of it. */
export interface SandboxExtras {
  /** Makes a charge never made: it is gone from the list, and the key is closed. */
  voidCharge(key: string): Promise<void>;
  /** Charges of one provider, or of one of its orders, oldest first. */
  chargesOf(providerId: string, providerOrderId?: string): Promise<ListedCharge[]>;
}

interface OrderReference {
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
  /** The key charged nothing and never will: it was closed, or the gateway has let it expire. */
  | { status: "closed" }
  /** The bank asks the student (3-D Secure), at this http(s) address; what comes of it is asked for with `findCharge`. */
  | { status: "action_required"; url: string };

type NotClosed =
  /** The charge is being made at this moment. */
  | { status: "processing" }
  /**
   * The gateway has no way to close a key, so that one which it never saw may still come to charge.
   * `expiresAt`: from then on it answers `closed` by itself, if nothing was charged.
   */
  | { status: "cannot_close"; expiresAt?: Date };

export interface ListedCharge extends OrderReference {
  key: string;
  amountCents: Cents;
  status: "succeeded" | "declined";
  createdAt: Date;
}

export interface RefundRequest {
  /** The key of the charge. */
  chargeKey: string;
  amountCents: Cents;
}

export type RefundResult =
  | { status: "succeeded" }
  /** The gateway has accepted it and the bank is still at it. */
  | { status: "pending" }
  | { status: "refused"; reason: "charge_unknown" | "more_than_charged" };

/** The gateway could not be reached: certainly nothing was charged. */
export class GatewayNotReached extends Error {
  override name = "GatewayNotReached";
}

/** The request left and its outcome is not known: it may have charged. */
export class GatewayOutcomeUnknown extends Error {
  override name = "GatewayOutcomeUnknown";
}
