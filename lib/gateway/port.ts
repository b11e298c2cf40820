import type { Cents } from "../domain/money";

/**
 * What the service needs of a card gateway. The service chooses the keys; a key charges, or refunds, at most once, however
 * often it is sent. Contract section 4, "Exactly one charge".
 */
export interface CardGateway {
  /** Recorded with each charge, so it must stay the same for the same account at the same gateway. D-121 */
  readonly id: string;
  readonly mode: "test" | "live";
  /**
   * The same key again gets the same result and charges nothing more.
   * @throws GatewayNotReached when no byte of the request was sent
   * @throws GatewayOutcomeUnknown when it was sent and no answer is known
   */
  charge(request: ChargeRequest): Promise<ChargeResult>;
  /** Null when the gateway never saw the key. */
  findCharge(key: string): Promise<ChargeResult | null>;
  /**
   * The charges of one order that took money, and those that still may; without those that were wholly given back. Waits
   * for charges of the order that are being made, so that none is missing. Null where the gateway cannot tell. D-142
   */
  chargesOfOrder(order: OrderReference): Promise<OrderCharge[] | null>;
  /** Oldest first. A long list may end early: ask again from its last charge on. */
  listCharges(since: Date): Promise<ListedCharge[]>;
  /** The key's result or, where it has none, the promise that it will never charge. */
  closeCharge(key: string): Promise<ChargeResult | NotClosed>;
  /** All or a part of a charge, never more than it took. The same key again gets the same result. */
  refund(key: string, request: RefundRequest): Promise<RefundResult>;
  /** Null when the gateway never saw the refund's key. */
  findRefund(key: string): Promise<RefundResult | null>;
}

/** Only a sandbox's gateway can do these. */
export interface SandboxExtras {
  /** As if the charge had never been made: it leaves the list, and the key is closed. */
  voidCharge(key: string): Promise<void>;
  /** Leaves no trace of charges whose outcome is known, nor of what was given back of them. @returns how many there were */
  forgetCharges(keys: readonly string[]): Promise<number>;
  /** Oldest first; of one order if it is named. */
  chargesOf(providerId: string, providerOrderId?: string): Promise<ListedCharge[]>;
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
  /** No bank was asked, because the token cannot be used. */
  | { status: "refused"; reason: "token_unknown" | "token_already_used" }
  /** The key charged nothing and never will. */
  | { status: "closed" }
  /** The bank asks the student first (3-D Secure), at this http(s) address; `findCharge` tells the result. */
  | { status: "action_required"; url: string };

type NotClosed =
  /** The charge is being made at this moment. */
  | { status: "processing" }
  /**
   * The gateway cannot close keys: one that it never saw may still charge. From `expiresAt` on, it answers `closed` by
   * itself if nothing was charged. D-122
   */
  | { status: "cannot_close"; expiresAt?: Date };

export interface OrderCharge {
  key: string;
  amountCents: Cents;
  result: Extract<ChargeResult, { status: "succeeded" | "action_required" }>;
}

export interface ListedCharge extends OrderReference {
  key: string;
  amountCents: Cents;
  status: "succeeded" | "declined";
  createdAt: Date;
}

export interface RefundRequest {
  chargeKey: string;
  amountCents: Cents;
}

export type RefundResult =
  | { status: "succeeded" }
  /** The gateway accepted it; the bank has not finished. */
  | { status: "pending" }
  | { status: "refused"; reason: "charge_unknown" | "more_than_charged" };

/** Certainly nothing was charged. */
export class GatewayNotReached extends Error {
  override name = "GatewayNotReached";
}

/** The request left and may have charged. */
export class GatewayOutcomeUnknown extends Error {
  override name = "GatewayOutcomeUnknown";
}
