import { inTime, SECOND_MS, type Untimed } from "../../packages/dates/time";
import { keepLease } from "../../packages/turns/lease";
import { crashPoint } from "../crash-point";
import {
  type AgreementKey,
  findContentToMake,
  type LeasedAgreement,
  leaseDueAgreements,
  type MadeDocument,
  postponeAgreement,
  releaseAgreement,
  renewAgreement,
  storeDocument,
} from "../db/agreements";
import { forTenant } from "../db/as-tenant";
import type { CheckoutRecord } from "../db/checkout-records";
import { findCheckout } from "../db/checkouts";
import { newEvent, untilWritten } from "./change";
import type { CheckoutDeps } from "./context";
import { SYSTEM } from "./load";
import { toResource } from "./resource";

/** Confirm waits this long for the document. Then it responds without it, because the plan is signed already. */
const WAIT_MS = 3 * SECOND_MS;
/** More than one, so that providers take turns. Few, because each is kept in memory. */
const BATCH = 8;

/**
 * @param hasJustSigned the lease that signing wrote is then the caller's own
 * @returns the record with its document, or unchanged while the document is being made. It never fails
 */
export async function withDocument(
  deps: Untimed<CheckoutDeps>,
  record: CheckoutRecord,
  hasJustSigned: boolean,
): Promise<CheckoutRecord> {
  if (record.agreement?.sha256) return record;
  const { providerId, id: checkoutId } = record.checkout;
  const made = makeAgreement(deps, { providerId, checkoutId, leaseUntil: null, failures: 0 }, hasJustSigned);
  return (await inTime(made, WAIT_MS, () => null)) ?? record;
}

/**
 * For background work: until nothing is due or `goesOn` returns false.
 * @returns how many were made
 */
export async function makeDueAgreements(deps: Untimed<CheckoutDeps>, goesOn: () => boolean): Promise<number> {
  let done = 0;
  while (goesOn()) {
    const due = await leaseDueAgreements(deps.db, BATCH);
    const made = (
      await Promise.all(due.map((key) => makeAgreement(forTenant(deps, key.providerId), key)))
    ).filter(Boolean);
    done += made.length;
    if (made.length < BATCH) break;
  }
  // A platform without a timer may freeze the process after this.
  await Promise.all(deps.making.values());
  return done;
}

/**
 * A process makes a document once at a time; other callers wait for it. It never fails.
 * @returns the record with its document, or null if it is not made now
 */
function makeAgreement(
  deps: Untimed<CheckoutDeps>,
  key: LeasedAgreement,
  hasJustSigned = false,
): Promise<CheckoutRecord | null> {
  const underWay = deps.making.get(key.checkoutId);
  if (underWay) return underWay;
  const making = make(deps, key, hasJustSigned).finally(() => deps.making.delete(key.checkoutId));
  deps.making.set(key.checkoutId, making);
  return making;
}

async function make(
  deps: Untimed<CheckoutDeps>,
  key: LeasedAgreement,
  hasJustSigned: boolean,
): Promise<CheckoutRecord | null> {
  const endLease = keepLease(() => renewAgreement(deps.db, key));
  try {
    const toMake = await findContentToMake(deps.db, key);
    if (toMake === null) return null;
    if (hasJustSigned) key.leaseUntil = toMake.leaseUntil;
    const document = await deps.agreements.render(JSON.parse(toMake.content));
    crashPoint("agreement.rendered");
    if (document) return (await untilWritten(() => store(deps, key, document))) ?? null;
    await endLease();
    await releaseAgreement(deps.db, key);
  } catch (error) {
    await endLease();
    deps.log.error(
      { error, checkoutId: key.checkoutId },
      "An agreement could not be made and will be tried again",
    );
    // If this fails too, another attempt follows when the lease ends.
    await postponeAgreement(deps.db, key).catch(() => {});
  } finally {
    await endLease();
  }
  return null;
}

/** Null if somebody else changed the checkout first. Undefined if a reset deleted it. */
async function store(
  deps: Untimed<CheckoutDeps>,
  { providerId, checkoutId }: AgreementKey,
  document: MadeDocument,
): Promise<CheckoutRecord | null | undefined> {
  const record = await findCheckout(deps.db, providerId, checkoutId);
  if (!record?.agreement) return undefined;
  if (record.agreement.sha256 !== null) return record;
  const at = record.readAt;
  const after: CheckoutRecord = {
    ...record,
    checkout: { ...record.checkout, lastSequence: record.checkout.lastSequence + 1, updatedAt: at },
    agreement: { ...record.agreement, sha256: document.sha256 },
  };
  const told = newEvent("agreement.ready", toResource(deps, after), SYSTEM, at);
  return (await storeDocument(deps.db, record, document, told)) ? after : null;
}
