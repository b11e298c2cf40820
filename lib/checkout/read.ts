import { createHash } from "node:crypto";
import { pageOf } from "../contract/paging";
import { findAgreementPdf, type ListFilter, listCheckouts } from "../db/checkouts";
import { actorText } from "../domain/actor";
import { CheckoutError } from "../domain/errors";
import { type Id, isId } from "../domain/ids";
import { toAmount } from "../domain/money";
import type { CheckoutDeps } from "./context";
import { asOfNow, load } from "./load";
import { toResource, withoutActions, withoutSetupUrl } from "./resource";

/**
 * The status of a checkout with its timeline, as the bytes that its ETag is the hash of. Contract section 6.
 * @param maySetUp whether the caller is shown the address under which the bank authority is given
 */
export async function getStatus(
  deps: CheckoutDeps,
  providerId: Id<"prv">,
  checkoutId: string,
  maySetUp: boolean,
) {
  const record = await load(deps, providerId, checkoutId);
  const timeline = record.timeline.map((entry) => ({
    sequence: entry.sequence,
    event_id: entry.id,
    type: entry.type,
    at: entry.occurredAt.toISOString(),
    actor: actorText(entry.actor),
    request_id: entry.requestId,
  }));
  const resource = toResource(deps, record);
  const body = JSON.stringify({ ...(maySetUp ? resource : withoutSetupUrl(resource)), timeline });
  return { body, etag: `"${createHash("sha256").update(body).digest("base64url")}"` };
}

/** A provider's checkouts, newest first. Links of action are left out of lists. Contract section 6. */
export async function list(deps: CheckoutDeps, providerId: Id<"prv">, filter: ListFilter) {
  const records = await listCheckouts(deps.db, providerId, { ...filter, limit: filter.limit + 1 });
  return pageOf(
    records,
    filter.limit,
    ({ checkout }) => checkout.id,
    (record) => withoutActions(toResource(deps, asOfNow(deps, record))),
  );
}

/**
 * The signed agreement's bytes with their SHA-256.
 * @throws CheckoutError `checkout_not_found`, `agreement_not_found`
 */
export async function getAgreement(deps: CheckoutDeps, providerId: Id<"prv">, checkoutId: string) {
  const found = isId("chk", checkoutId) ? await findAgreementPdf(deps.db, providerId, checkoutId) : null;
  if (!found)
    throw new CheckoutError("checkout_not_found", "No checkout with this id belongs to the provider.");
  if (!found.pdf || !found.sha256)
    throw new CheckoutError("agreement_not_found", "The agreement exists once a payment plan is confirmed.");
  return { pdf: found.pdf, sha256: found.sha256 };
}

/** The sandbox gateways' own charges of this provider, so that anyone can count them. Contract section 4. */
export async function listSandboxCharges(
  deps: CheckoutDeps,
  providerId: Id<"prv">,
  providerOrderId: string | undefined,
) {
  const ofEach = [...deps.sandboxExtras.values()].map((one) => one.chargesOf(providerId, providerOrderId));
  const charges = (await Promise.all(ofEach)).flat();
  return {
    data: charges
      .sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime())
      .map((charge) => ({
        provider_order_id: charge.providerOrderId,
        amount: toAmount(charge.amountCents),
        status: charge.status,
        created_at: charge.createdAt.toISOString(),
      })),
  };
}
