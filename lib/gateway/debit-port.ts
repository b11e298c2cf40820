import type { DebitReason, ProcessorMode } from "../../drizzle/vocabulary";
import type { CalendarDate } from "../../packages/dates/calendar";
import type { BankDetails } from "../direct-debit/bank-details";
import type { Id } from "../domain/ids";
import type { Cents } from "../domain/money";
import type { DebitUser } from "../domain/wording";
import type { Payouts } from "./payout-port";
import type { RefundRequest, RefundResult } from "./port";

/**
 * What collection needs of a processor of direct debits. The service chooses the keys; a key debits at most once, however
 * often it is sent. Contract "Real money", section 4.
 */
export interface DebitProcessor {
  /** The account's. Each debit records it. */
  readonly id: string;
  readonly mode: ProcessorMode;
  readonly debitUser: DebitUser;
  /**
   * Tells the processor the bank account of an authority. The same key again registers nothing more.
   * @throws GatewayNotReached, GatewayOutcomeUnknown as in `port.ts`
   */
  register(request: RegisterRequest): Promise<RegisterResult>;
  /**
   * Hands a debit over. The same key again gets the present result and debits nothing more.
   * @param now of the provider's clock: only a sandbox's is ahead of the real time
   * @throws without a clear result, whatever the error: it may have been made, and is asked about
   */
  submit(request: DebitRequest, now: Date): Promise<DebitResult>;
  /** Null when no debit was handed over under the key. */
  find(debit: AskedDebit, now: Date): Promise<DebitResult | null>;
  /**
   * Which debits of the provider have changed, oldest first. They may come twice and out of order: ask `find` about each.
   * @param cursor of the last response; null at first
   */
  changedSince(providerId: string, cursor: string | null, now: Date): Promise<DebitChanges>;
  /** What was paid out to the provider, its card payments too. Absent where we cannot read it. */
  payoutsSince?(providerId: string, cursor: string | null, now: Date): Promise<Payouts>;
  /** Of a sandbox: a reset deletes the provider's debits, which would be paid out otherwise. */
  forget?(providerId: string): Promise<void>;
  /** Absent where debits of this kind of account cannot be refunded through the service. */
  readonly refunds?: DebitRefunds;
}

/** With `charge` as the debit's key and reference, the rules of `refund` and `findRefund` in `port.ts`. */
interface DebitRefunds {
  /** A debit that is not settled yet is refused as `not_yet`. One that is not paid, or was reversed, is `not_applicable`. */
  refund(request: RefundRequest, now: Date): Promise<RefundResult>;
  find(request: RefundRequest, reference: string | null, now: Date): Promise<RefundResult | null>;
}

export interface RegisterRequest {
  providerId: string;
  /** The authority's id. */
  key: string;
  account: BankDetails;
  student: { firstName: string; lastName: string; email: string };
  /** From where the student authorised; null where nobody knows. */
  ipAddress: string | null;
  userAgent: string | null;
}

export type RegisterResult =
  | { status: "registered"; reference: string }
  /** The processor does not take this account. */
  | { status: "refused" };

export interface DebitRequest {
  providerId: string;
  /** The debit's id. */
  key: string;
  /** What `register` returned. */
  authority: string;
  amountCents: Cents;
  /** At least 3 business days ahead. */
  date: CalendarDate;
  /** The student may see it on the bank statement. */
  description: string;
}

export interface AskedDebit extends Pick<DebitRequest, "key" | "authority"> {
  /** The processor's own name for it; null while no result had one. */
  reference: string | null;
}

export type DebitOutcome =
  | { status: "pending" }
  | { status: "paid" }
  | { status: "dishonoured"; reason: DebitReason }
  /** It was paid, and the bank took the money back. */
  | { status: "reversed"; reason: DebitReason }
  /** It never reached a bank, and is not sent again under this key. */
  | { status: "refused"; reason: DebitReason };

export type DebitResult = DebitOutcome & {
  key: string;
  amountCents: Cents;
  reference?: string;
  /** When the account is debited. */
  date: CalendarDate;
};

interface DebitChanges {
  keys: string[];
  cursor: string | null;
  /** Ask again at once. */
  hasMore: boolean;
}

/** A provider's account at a processor of debits. */
export interface DebitAccount extends DebitProcessor {
  /** On students' bank statements. Null for the provider's own name. */
  readonly statementName: string | null;
}

/** The providers' own accounts, of this environment's mode. They may be three seconds old. */
export interface DebitAccounts {
  /** The one that new plans are collected by. Null where nobody collects for the provider. */
  of(providerId: Id<"prv">): Promise<DebitAccount | null>;
  /** Also one that is retired, which still answers for its own debits, or that takes cards alone: its payouts are read. */
  byId(providerId: Id<"prv">, gatewayId: string): Promise<DebitProcessor | null>;
}
