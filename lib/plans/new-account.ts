import { later } from "../../packages/dates/time";
import { present } from "../../packages/text/narrow";
import { type Authorisation, evidenceOf, registerAccount } from "../checkout/authority";
import type { By, CheckoutDeps } from "../checkout/context";
import { setupUrl } from "../checkout/resource";
import type { CheckoutRecord, StoredRecord } from "../db/checkout-records";
import { openToReplace } from "../db/setup";
import { debitRequestOf } from "../direct-debit/request";
import { MAX_REPLACEABLE_MS, takesAnother } from "../domain/another-account";
import { CheckoutError } from "../domain/errors";
import { newId } from "../domain/ids";
import { changePlan } from "../domain/plan-changes";
import { frequencyOf } from "../domain/schedule";
import { recordDue } from "./hand-over";
import { stepOfPlan } from "./write";

/** Opens the hosted page for another account, and returns its address. The present account stays the plan's until then. */
export async function askForAccount(deps: CheckoutDeps, { provider, dda, readAt }: StoredRecord) {
  const { account } = await debitRequestOf(deps, provider);
  if (!account)
    throw new CheckoutError(
      "plan_change_not_applicable",
      "You have no processor account that takes debits. Add one first.",
    );
  const { keyVersion } = deps.vault;
  const until = later(readAt, MAX_REPLACEABLE_MS);
  const open = await openToReplace(deps.db, present(dda, "direct debit"), keyVersion, readAt, until);
  if (!open) throw new CheckoutError("plan_change_not_applicable", "Another account was given just now.");
  return setupUrl(deps, open);
}

type Authority = NonNullable<CheckoutRecord["dda"]>;

/**
 * Records the account that the student has authorised in the place of the plan's. Does nothing if another window came
 * first.
 */
export async function replaceAccount(
  deps: CheckoutDeps,
  by: By,
  record: StoredRecord & { dda: Authority },
  { bank, via, request }: Authorisation,
): Promise<void> {
  const { account, words } = request ?? (await debitRequestOf(deps, record.provider));
  const id = newId("dda");
  const registered = await registerAccount(deps, by, record, id, account, bank);
  const { debitGateway } = registered;
  if (debitGateway === null)
    throw new CheckoutError("service_unavailable", "Nobody debits for this provider at the moment.", {
      retryAfterSeconds: 60,
    });
  const { providerId, id: checkoutId, paymentFrequency } = record.checkout;
  const frequency = frequencyOf(paymentFrequency);
  await recordDue(deps, { providerId, checkoutId });
  await stepOfPlan(deps, { providerId, checkoutId }, by, ({ plan, row, today, record: { dda, readAt } }) => {
    if (dda?.id !== record.dda.id || !takesAnother(dda, row, readAt)) return null;
    const done = changePlan(plan, { kind: "new_account" }, { today, by: "student", frequency });
    if (!("plan" in done)) return null;
    const { sessionKeyVersion, submittedAt } = dda;
    return {
      after: done.plan,
      events: ["payment_plan.changed"],
      change: { kind: "new_account", by: "student", number: null, effectiveOn: today },
      gateway: debitGateway,
      authority: {
        ended: { id: dda.id, why: plan.holdReason === "authority_ended" ? "account_gone" : "replaced" },
        row: {
          ...{ providerId, id, checkoutId, status: "Authorised", sessionKeyVersion, submittedAt },
          ...evidenceOf(deps, by, id, { bank, via, words }, readAt),
          ...registered,
          ...{ setupStartedAt: submittedAt.at(-1) ?? readAt, createdAt: readAt, updatedAt: readAt },
        },
      },
    };
  });
}
