import { present } from "../../packages/text/narrow";
import type { TestAccount } from "../contract/requests";
import type { StoredRecord } from "../db/checkout-records";
import { applyChange } from "../db/writes";
import {
  type BankDetails,
  dishonourOf,
  SANDBOX_ACCOUNTS,
  sealBankDetails,
} from "../direct-debit/bank-details";
import { type DebitRequest, debitRequestOf } from "../direct-debit/request";
import { CheckoutError } from "../domain/errors";
import { canMove } from "../domain/states";
import type { DebitProcessor } from "../gateway/debit-port";
import { transition, untilWritten } from "./change";
import type { By, CheckoutDeps } from "./context";
import { loadToChange, refuseEnded } from "./load";
import { toResource } from "./resource";

export interface Authorisation {
  bank: BankDetails;
  via: "hosted_page" | "sandbox_api";
  /** What the student has read, where somebody did. */
  request?: DebitRequest;
}

/**
 * Records the bank authority with its evidence: the exact words, when, and from where. A repeated call returns the resource
 * unchanged. Contract section 10.
 */
export function authorise(deps: CheckoutDeps, by: By, checkoutId: string, authorisation: Authorisation) {
  const { bank, via } = authorisation;
  let registered: Registered | null = null;
  return untilWritten(async () => {
    const record = await loadToChange(deps, by.provider.id, checkoutId);
    if (!record.dda)
      throw new CheckoutError("dda_not_applicable", "This is a Pay Now checkout. It has no direct debit.");
    refuseEnded(record);
    if (!canMove(record.checkout.checkoutStatus, "authorise")) return toResource(deps, record);
    const { account, words } = authorisation.request ?? (await debitRequestOf(deps, record.provider));
    registered ??= await registerAccount(deps, by, record, account, bank);
    const now = record.readAt;
    const { after, change } = transition(deps, record, "authorise", by, now, {
      dda: {
        ...sealBankDetails(deps.vault, record.dda.id, bank),
        ...registered,
        dishonourReason: deps.environment === "sandbox" ? dishonourOf(bank) : null,
        authorityText: words.text,
        authorityVersion: words.version,
        statementName: words.statementName,
        setupStartedAt: record.dda.setupStartedAt ?? now,
        authorisedAt: now,
        authorisedVia: via,
        ipAddress: by.ipAddress,
        userAgent: by.userAgent,
      },
    });
    return (await applyChange(deps.db, record, change)) ? toResource(deps, after) : null;
  });
}

interface Registered {
  debitGateway: string | null;
  debitReference: string | null;
}

/** Before anything is authorised, the processor that will debit has to know the account. Contract "Real money", section 4. */
async function registerAccount(
  deps: CheckoutDeps,
  by: By,
  { checkout, dda }: StoredRecord,
  processor: DebitProcessor | null,
  account: BankDetails,
): Promise<Registered> {
  if (!processor) return { debitGateway: null, debitReference: null };
  const { firstName, lastName, email } = checkout;
  const { ipAddress, userAgent } = by;
  const result = await processor
    .register({
      providerId: checkout.providerId,
      key: present(dda, "direct debit").id,
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

/** With one of the sandbox's documented accounts. Contract section 6. */
export function authoriseInSandbox(deps: CheckoutDeps, by: By, checkoutId: string, account: TestAccount) {
  const bank = { accountName: "Sandbox Student", ...SANDBOX_ACCOUNTS[account] };
  return authorise(deps, by, checkoutId, { bank, via: "sandbox_api" });
}
