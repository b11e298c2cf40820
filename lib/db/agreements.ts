import { and, eq, isNull, sql } from "drizzle-orm";
import { agreement, checkout, provider } from "../../drizzle/schema";
import { retried } from "../../packages/postgres-guard/index";
import type { Id } from "../domain/ids";
import { belongsTo, type CheckoutRecord, type NewEvent } from "./checkout-records";
import { takeDue } from "./claims";
import type { Db } from "./client";
import { LEASE } from "./sql";
import { tell } from "./writes";

export interface AgreementKey {
  providerId: Id<"prv">;
  checkoutId: Id<"chk">;
}

/** With the end of the caller's own lease; null if the caller has none. */
export interface LeasedAgreement extends AgreementKey {
  leaseUntil: Date | null;
  /** How often it could not be made so far. */
  failures: number;
}

const isToMake = ({ providerId, checkoutId }: AgreementKey) =>
  and(eq(agreement.providerId, providerId), eq(agreement.checkoutId, checkoutId), isNull(agreement.pdf));

/** Only a lease's owner moves or ends it. */
const isMine = (key: LeasedAgreement) =>
  and(isToMake(key), key.leaseUntil ? eq(agreement.leaseUntil, key.leaseUntil) : sql`false`);

const IS_DUE = sql`pdf is null and due_at <= now() and (lease_until is null or lease_until < now())`;

/** Agreements whose PDF is to be made, one of each provider before the second of any. */
export async function leaseDueAgreements(db: Db, limit: number): Promise<LeasedAgreement[]> {
  const found = sql`
    select provider_id, id from (
      select provider_id, id, due_at, row_number() over (partition by provider_id order by due_at) as turn
      from ${agreement} where ${IS_DUE}) due
    order by turn, due_at limit ${limit}`;
  return takeDue(db, agreement, { found, limit, isDue: IS_DUE }, (free) =>
    db.update(agreement).set({ leaseUntil: LEASE }).where(free).returning({
      providerId: agreement.providerId,
      checkoutId: agreement.checkoutId,
      leaseUntil: agreement.leaseUntil,
      failures: agreement.failures,
    }),
  );
}

export const COUNT_DUE_AGREEMENTS = sql`(select count(*) from ${agreement} where pdf is null and due_at <= now())`;

/** Moves the lease's end, and updates `key`. */
export async function renewAgreement(db: Db, key: LeasedAgreement): Promise<void> {
  const [row] = await db
    .update(agreement)
    .set({ leaseUntil: LEASE })
    .where(isMine(key))
    .returning({ leaseUntil: agreement.leaseUntil });
  if (row) key.leaseUntil = row.leaseUntil;
}

/** Anybody may take it at once. */
export async function releaseAgreement(db: Db, key: LeasedAgreement): Promise<void> {
  await db.update(agreement).set({ leaseUntil: null }).where(isMine(key));
}

/** After a failure, waits two seconds, then twice as long each time, at most an hour. */
export async function postponeAgreement(db: Db, key: LeasedAgreement): Promise<void> {
  const seconds = Math.min(3_600, 2 * 2 ** key.failures);
  await db
    .update(agreement)
    .set({
      leaseUntil: null,
      failures: Math.min(key.failures + 1, 20),
      dueAt: sql`now() + ${seconds}::float8 * interval '1 second'`,
    })
    .where(isMine(key));
}

/** What was signed, with its lease; null if its PDF is made already. */
export async function findContentToMake(db: Db, key: AgreementKey) {
  const { content, leaseUntil } = agreement;
  const [row] = await db.select({ content, leaseUntil }).from(agreement).where(isToMake(key));
  return row ?? null;
}

export interface MadeDocument {
  pdf: Uint8Array;
  sha256: string;
}

/**
 * With its event, in one transaction.
 * @returns false if the checkout was changed since it was read
 */
export function storeDocument(
  db: Db,
  { checkout: read }: CheckoutRecord,
  { pdf, sha256 }: MadeDocument,
  told: NewEvent,
): Promise<boolean> {
  const { providerId, id: checkoutId } = read;
  return retried(() =>
    db.transaction(async (tx) => {
      if (!(await tell(tx, read, told))) return false;
      await tx
        .update(agreement)
        .set({ pdf, sha256, dueAt: null, leaseUntil: null })
        .where(isToMake({ providerId, checkoutId }));
      return true;
    }),
  );
}

/** `id` is null before there is an agreement, `pdf` while it is being made. */
export async function findAgreementPdf(db: Db, providerId: Id<"prv">, checkoutId: Id<"chk">) {
  const [row] = await db
    .select({
      provider: provider.name,
      reference: checkout.providerOrderId,
      id: agreement.id,
      sha256: agreement.sha256,
      pdf: agreement.pdf,
    })
    .from(checkout)
    .innerJoin(provider, eq(provider.id, checkout.providerId))
    .leftJoin(agreement, belongsTo(agreement))
    .where(and(eq(checkout.providerId, providerId), eq(checkout.id, checkoutId)));
  return row ?? null;
}
