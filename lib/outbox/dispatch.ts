import type { Db } from "../db/client";
import { insertMails } from "../db/mail";
import { hasUndispatched, markDispatched, type RecordedEvent } from "../db/outbox";
import { insertDeliveries } from "../db/webhook-deliveries";
import type { MailKind } from "../domain/mail";
import type { EventType } from "../domain/states";
import type { Clock } from "../domain/time";

export interface OutboxDeps {
  db: Db;
  /** Null where students get no mails. */
  mail: object | null;
}

/** Gets each event once, in the transaction that marks it as dispatched. */
type Consumer = (tx: Db, events: readonly RecordedEvent[], now: Date) => Promise<void>;

const BATCH = 500;
const MOST_BATCHES = 20;

/**
 * Hands recorded events to both consumers. Events beyond the most batches wait for the next call; several calls may run
 * at once.
 * @returns how many events
 */
export async function dispatchEvents({ db, mail }: OutboxDeps, clock: Clock): Promise<number> {
  const consumers: readonly Consumer[] = [insertDeliveries, ...(mail ? [writeMails] : [])];
  let events = 0;
  for (let batches = 0; batches < MOST_BATCHES; batches++) {
    // There is mostly nothing to do, and a query is cheaper than a transaction.
    if (!(await hasUndispatched(db))) break;
    const found = await db.transaction(async (tx) => {
      const now = clock();
      const taken = await markDispatched(tx, BATCH, now);
      if (taken.length > 0) for (const consume of consumers) await consume(tx, taken, now);
      return taken.length;
    });
    events += found;
    if (found < BATCH) break;
  }
  return events;
}

/** D-074: the mails that events cause; links are mailed on other occasions. */
const MAILS: Partial<Record<EventType, MailKind>> = {
  "payment_plan.signed": "agreement",
  "card_payment.succeeded": "receipt",
};

const writeMails: Consumer = async (tx, events, now) => {
  const mails = events.flatMap(({ provider_id, checkout_id, type }) => {
    const kind = MAILS[type];
    return kind ? [{ provider_id, checkout_id, kind }] : [];
  });
  if (mails.length > 0) await insertMails(tx, mails, now);
};
