import type { ProcessorMode } from "../../drizzle/vocabulary";
import type { Cents } from "../domain/money";

/**
 * What the service needs of a card gateway. The service chooses the keys; a key charges at most once, however often it is
 * sent. Contract section 4, "Exactly one charge".
 */
export interface CardGateway {
  /** Recorded with each charge, so it must stay the same for the same account at the same gateway. */
  readonly id: string;
  readonly mode: ProcessorMode;
  /**
   * False once it has refused our credentials, until it accepts a harmless request again.
   * @param isDoubtful another process reports that it was refused
   */
  takesCharges(isDoubtful?: boolean): Promise<boolean>;
  /**
   * The same key again gets the same result and charges nothing more.
   * @param keep records the processor's own reference. An adapter that needs one calls it before anything can take money
   * @throws GatewayNotReached when no connection was opened, or a step was refused that cannot take money
   * @throws GatewayOutcomeUnknown after anything else without a clear result: a refusal, a lost or an unreadable response
   */
  charge(request: ChargeRequest, keep?: KeepReference): Promise<ChargeResult>;
  /**
   * Null when the gateway never saw the key.
   * @param reference what `keep` recorded; null if it recorded nothing, so that nothing can have been charged
   */
  findCharge(key: string, reference?: string | null): Promise<ChargeResult | null>;
  /**
   * The charges of one order that took money, and those that still may; without those that were refunded in full. Waits for
   * charges of the order that are in progress, so that none is missing. Null if the gateway cannot tell, `none_lately` if it
   * can tell of the last two days only, and there are none.
   */
  chargesOfOrder(order: OrderQuestion): Promise<OrderCharge[] | "none_lately" | null>;
  /** Oldest first. A long list may end early: ask again from its last charge on. */
  listCharges(since: Date): Promise<ListedCharge[]>;
  /**
   * The key's result. If it has none, or waits for the student (3-D Secure), the promise that it will never charge, if the
   * gateway can make that promise.
   */
  closeCharge(key: string, reference?: string | null): Promise<ChargeResult | NotClosed>;
  /**
   * Gives back a part of a charge, or all of it. The same key again refunds nothing more and gets the present result. A
   * refused request refunded nothing, and its key may be sent again.
   * @throws as `charge` does
   */
  refund(request: RefundRequest): Promise<RefundResult>;
  /**
   * Null when the gateway never saw the key.
   * @param reference the processor's own name of the refund, once a result had it
   */
  findRefund(refund: RefundRequest, reference?: string | null): Promise<RefundResult | null>;
}

/**
 * Stores the processor's reference with the attempt.
 * @returns false if somebody has ended the attempt: then nothing may be sent that takes money
 */
type KeepReference = (reference: string) => Promise<boolean>;

/** Only a sandbox's gateway can do these. */
export interface SandboxExtras {
  /** As if the charge had never been made: the list no longer has it, and the key is closed. */
  voidCharge(key: string): Promise<void>;
  /**
   * Deletes charges whose outcome is known, and their refunds.
   * @returns how many there were
   */
  forgetCharges(keys: readonly string[]): Promise<number>;
  /** Newest first, 10,000 at most; of one order if it is named. */
  chargesOf(providerId: string, providerOrderId?: string): Promise<ListedCharge[]>;
}

export interface OrderReference {
  providerId: string;
  providerOrderId: string;
}

/** What a gateway that has no index of orders can go by, if it is told. */
interface OrderQuestion extends OrderReference {
  /** The keys of the order's next calls, which a database that has lost its last commits may have used. */
  nextKeys?(): Promise<readonly string[]>;
  /** Since when charges that the records lack may have no alert; null if that is not known. */
  unseenSince?(): Promise<Date | null>;
}

export interface ChargeRequest extends OrderReference {
  key: string;
  amountCents: Cents;
  token: string;
  /** Where the bank sends the student back to (3-D Secure). */
  returnUrl?: string;
}

export type ChargeOutcome =
  | {
      status: "succeeded";
      card: { scheme: string; lastFour: string };
      receiptNumber: string;
      /** Refunded in full, or about to be: it pays for nothing. Absent if it is not, or the gateway cannot tell. */
      isRefunded?: boolean;
    }
  | { status: "declined"; declineCode: string }
  /** No bank was asked, because the token cannot be used. */
  | { status: "refused"; reason: "token_unknown" | "token_already_used" }
  /** The key charged nothing and never will. */
  | { status: "closed" }
  /** The bank asks the student first (3-D Secure), at this http(s) address; `findCharge` tells the result. */
  | { status: "action_required"; url: string };

/** Says which charge or refund it is about. */
interface Named {
  key: string;
  /** The processor's own name for it; absent where the key is enough. */
  reference?: string;
}

/** A closed key that never charged has no amount. */
export type ChargeResult = ChargeOutcome & Named & { amountCents: Cents | null };

export interface RefundRequest {
  /** The refund's id. A key refunds at most once, however often it is sent. */
  key: string;
  charge: { key: string; reference: string | null };
  amountCents: Cents;
}

type RefundOutcome =
  /** Accepted. It may still fail, days later. */
  | { status: "pending" }
  | { status: "succeeded" }
  /** Also after it was pending, or had succeeded. */
  | { status: "failed"; reason: string }
  /** The charge cannot be refunded so. `not_yet`: it can later, from `possibleFrom` on if the gateway knows when. */
  | { status: "refused"; reason: "exceeds_paid" | "not_yet" | "not_applicable"; possibleFrom?: Date };

export type RefundResult = RefundOutcome & Named & { amountCents: Cents };

/** A gateway may mix up responses, so each result is compared with the requested charge. */
export const isResultOf = (
  attempt: { id: string; amountCents: Cents },
  { key, amountCents, status }: { key: string; amountCents: Cents | null; status: string },
): boolean =>
  key === attempt.id &&
  (amountCents === attempt.amountCents || (status === "closed" && amountCents === null));

/** Whether the gateway took money and keeps it. */
export const holdsMoney = (result: ChargeResult | null | undefined): boolean =>
  result?.status === "succeeded" && !result.isRefunded;

export const mayHoldMoney = (result: ChargeResult | null): result is OrderCharge & ChargeResult =>
  result?.status === "action_required" || (result?.status === "succeeded" && !result.isRefunded);

type NotClosed =
  | { status: "processing" }
  /**
   * The gateway cannot close keys: one that it never saw may still charge. From `expiresAt` on, it returns `closed` by
   * itself if nothing was charged.
   */
  | { status: "cannot_close"; expiresAt?: Date };

export type OrderCharge = Extract<ChargeOutcome, { status: "succeeded" | "action_required" }> &
  Named & { amountCents: Cents };

export interface ListedCharge extends OrderReference, Named {
  amountCents: Cents;
  status: "succeeded" | "declined";
  createdAt: Date;
  /** Given back, or about to be. Absent if the list does not say. */
  refundedCents?: Cents;
  /** Absent if it is of the account's mode, as it should be. */
  otherMode?: ProcessorMode;
}

/**
 * No connection was opened, or the processor refused a step that takes no money. So nothing was charged by this request.
 */
export class GatewayNotReached extends Error {
  override name = "GatewayNotReached";
  /** It refused our credentials. */
  readonly refusedUs: boolean;

  constructor(
    message: string,
    { refusedUs = false, ...options }: ErrorOptions & { refusedUs?: boolean } = {},
  ) {
    super(message, options);
    this.refusedUs = refusedUs;
  }
}

/** The request left and may have charged. */
export class GatewayOutcomeUnknown extends Error {
  override name = "GatewayOutcomeUnknown";
}

/** A 401 or 403. It does not mean that nothing was charged: a proxy may have sent the request twice. */
export class GatewayRefusedUs extends GatewayOutcomeUnknown {
  override name = "GatewayRefusedUs";
}

/** @throws GatewayNotReached if the account's secret cannot be opened, so that nothing is sent */
export function opened<T>(secret: () => T): T {
  try {
    return secret();
  } catch (cause) {
    throw new GatewayNotReached("The account's secret does not open", { cause });
  }
}

/** For what follows a request that may have taken money: if this is not reached, that request's outcome is unknown. */
export async function onceSent<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (!(cause instanceof GatewayNotReached)) throw cause;
    if (cause.refusedUs) throw new GatewayRefusedUs(cause.message, { cause });
    throw new GatewayOutcomeUnknown(cause.message, { cause });
  }
}
