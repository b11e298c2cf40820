import type { StoredRecord } from "../db/checkout-records";
import { type BankDetails, sealBankDetails } from "../direct-debit/bank-details";
import type { DebitRequest, DebitRequestWords } from "../direct-debit/request";
import { CheckoutError } from "../domain/errors";
import type { Id } from "../domain/ids";
import type { DebitProcessor } from "../gateway/debit-port";
import type { By, CheckoutDeps } from "./context";

export interface Authorisation {
  bank: BankDetails;
  via: "hosted_page" | "sandbox_api";
  /** What the student has read, where somebody did. */
  request?: DebitRequest;
}

/** What is kept of it: the account, the exact words, when, and from where. */
export function evidenceOf(
  deps: Pick<CheckoutDeps, "vault">,
  by: By,
  ddaId: Id<"dda">,
  { bank, via, words }: Pick<Authorisation, "bank" | "via"> & { words: DebitRequestWords },
  now: Date,
) {
  return {
    ...sealBankDetails(deps.vault, ddaId, bank),
    authorityText: words.text,
    authorityVersion: words.version,
    statementName: words.statementName,
    authorisedAt: now,
    authorisedVia: via,
    ipAddress: by.ipAddress,
    userAgent: by.userAgent,
  };
}

export interface Registered {
  debitGateway: string | null;
  debitReference: string | null;
}

/** Before anything is authorised, the processor that will debit has to know the account. Contract "Real money", section 4. */
export async function registerAccount(
  deps: CheckoutDeps,
  by: By,
  { checkout }: StoredRecord,
  key: Id<"dda">,
  processor: DebitProcessor | null,
  account: BankDetails,
): Promise<Registered> {
  if (!processor) return { debitGateway: null, debitReference: null };
  const { firstName, lastName, email } = checkout;
  const { ipAddress, userAgent } = by;
  const result = await processor
    .register({
      providerId: checkout.providerId,
      key,
      account,
      student: { firstName, lastName, email },
      ipAddress,
      userAgent,
    })
    .catch((error) => {
      deps.log.error({ error, checkoutId: checkout.id }, "A bank account could not be registered");
      throw new CheckoutError(
        "service_unavailable",
        "The bank account could not be registered with the processor. Nothing was authorised.",
        { retryAfterSeconds: 60 },
      );
    });
  if (result.status === "refused")
    throw new CheckoutError("bank_account_refused", "The processor does not accept this bank account.");
  return { debitGateway: processor.id, debitReference: result.reference };
}
