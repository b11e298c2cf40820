import { hash } from "node:crypto";
import type { z } from "zod";
import { pageOf } from "../contract/paging";
import type { chargesQuery } from "../contract/requests";
import { findAgreementPdf } from "../db/agreements";
import { type ListFilter, listCheckouts } from "../db/checkout-lists";
import type { StoredRecord } from "../db/checkout-records";
import { actorText } from "../domain/actor";
import { CheckoutError } from "../domain/errors";
import { type Id, isId } from "../domain/ids";
import { toAmount } from "../domain/money";
import type { CheckoutDeps } from "./context";
import { withAccounts } from "./gateways";
import { asOfNow, load, notFound } from "./load";
import { toListed, toResource, withoutSetupUrl } from "./resource";

/**
 * Returns text, because the ETag is its hash. Contract section 6.
 * @param maySetUp whether the caller may see the hosted page's address
 */
export async function getStatus(
  deps: CheckoutDeps,
  providerId: Id<"prv">,
  checkoutId: string,
  maySetUp: boolean,
) {
  const record = await load(deps, providerId, checkoutId);
  const kept = maySetUp ? forWriters : forReaders;
  const answer = kept.get(record.checkout) ?? statusAnswer(deps, record, maySetUp);
  kept.set(record.checkout, answer);
  return answer;
}

type StatusAnswer = ReturnType<typeof statusAnswer>;

/** Kept as long as the record, because the same record gives the same response. */
const forWriters = new WeakMap<StoredRecord["checkout"], StatusAnswer>();
const forReaders = new WeakMap<StoredRecord["checkout"], StatusAnswer>();

function statusAnswer(deps: CheckoutDeps, record: StoredRecord, maySetUp: boolean) {
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
  return { body, etag: `"${hash("sha256", body, "base64url")}"` };
}

/** Newest first, without action URLs. Contract section 6 */
export async function list(deps: CheckoutDeps, providerId: Id<"prv">, filter: ListFilter) {
  const records = await listCheckouts(deps.db, providerId, { ...filter, limit: filter.limit + 1 });
  return pageOf(
    records,
    filter.limit,
    ({ checkout }) => checkout.id,
    (record) => toListed(deps, asOfNow(deps, record)),
  );
}

export async function getAgreement(
  deps: Pick<CheckoutDeps, "db">,
  providerId: Id<"prv">,
  checkoutId: string,
) {
  const found = isId("chk", checkoutId) ? await findAgreementPdf(deps.db, providerId, checkoutId) : null;
  if (!found) throw notFound();
  if (!found.id)
    throw new CheckoutError(
      "agreement_not_found",
      "There is no agreement until you confirm the payment plan. Pay Now has none.",
    );
  if (!found.pdf || !found.sha256)
    throw new CheckoutError("agreement_being_made", "The plan is signed. Its agreement is not ready yet.", {
      retryAfterSeconds: 2,
    });
  return { pdf: found.pdf, sha256: found.sha256 };
}

/** Lets a caller count the charges, newest first. Contract section 4 */
export async function listSandboxCharges(
  all: CheckoutDeps,
  providerId: Id<"prv">,
  { provider_order_id, cursor, limit }: z.output<typeof chargesQuery>,
) {
  const deps = await withAccounts(all, providerId);
  const ofEach = [...deps.sandboxExtras.values()].map((one) => one.chargesOf(providerId, provider_order_id));
  const charges = (await Promise.all(ofEach)).flat();
  charges.sort(
    (one, other) => other.createdAt.getTime() - one.createdAt.getTime() || (other.key < one.key ? -1 : 1),
  );
  const last = cursor === undefined ? -1 : charges.findIndex(({ key }) => key === cursor);
  const rest = cursor !== undefined && last < 0 ? [] : charges.slice(last + 1);
  return pageOf(
    rest,
    limit,
    ({ key }) => key,
    (charge) => ({
      provider_order_id: charge.providerOrderId,
      amount: toAmount(charge.amountCents),
      status: charge.status,
      created_at: charge.createdAt.toISOString(),
    }),
  );
}
