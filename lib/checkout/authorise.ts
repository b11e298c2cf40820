import type { TestAccount } from "../contract/requests";
import { applyChange } from "../db/writes";
import { SANDBOX_ACCOUNTS } from "../direct-debit/bank-details";
import { debitRequestOf } from "../direct-debit/request";
import { takesAnother } from "../domain/another-account";
import { CheckoutError } from "../domain/errors";
import { canMove } from "../domain/states";
import { replaceAccount } from "../plans/new-account";
import { type Authorisation, evidenceOf, type Registered, registerAccount } from "./authority";
import { transition, untilWritten } from "./change";
import type { By, CheckoutDeps } from "./context";
import { load, loadToChange, refuseEnded } from "./load";
import { toResource } from "./resource";

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
    if (takesAnother(record.dda, record.plan, record.readAt)) {
      await replaceAccount(deps, by, { ...record, dda: record.dda }, authorisation);
      return toResource(deps, await load(deps, by.provider.id, checkoutId));
    }
    if (!canMove(record.checkout.checkoutStatus, "authorise")) return toResource(deps, record);
    const { account, words } = authorisation.request ?? (await debitRequestOf(deps, record.provider));
    registered ??= await registerAccount(deps, by, record, record.dda.id, account, bank);
    const now = record.readAt;
    const { after, change } = transition(deps, record, "authorise", by, now, {
      dda: {
        ...evidenceOf(deps, by, record.dda.id, { bank, via, words }, now),
        ...registered,
        setupStartedAt: record.dda.setupStartedAt ?? now,
      },
    });
    return (await applyChange(deps.db, record, change)) ? toResource(deps, after) : null;
  });
}

/** With one of the sandbox's documented accounts. Contract section 6. */
export function authoriseInSandbox(deps: CheckoutDeps, by: By, checkoutId: string, account: TestAccount) {
  const bank = { accountName: "Sandbox Student", ...SANDBOX_ACCOUNTS[account] };
  return authorise(deps, by, checkoutId, { bank, via: "sandbox_api" });
}
