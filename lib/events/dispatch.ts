import type { Clock } from "../../packages/dates/time";
import { isDatabaseUnavailable, isLockTimeout } from "../../packages/postgres-guard/faults";
import type { CheckoutDeps } from "../checkout/context";
import type { Db } from "../db/client";
import { insertMails } from "../db/mail";
import { hasUndispatched, markDispatched, postponeDispatch, type RecordedEvent } from "../db/outbox";
import { insertDeliveries } from "../db/webhook-deliveries";
import { idFromUuid } from "../domain/ids";
import type { MailKind } from "../domain/mail";
import type { EventType } from "../domain/states";

type OutboxDeps = Pick<CheckoutDeps, "db" | "mail" | "log">;

/** Gets each event once, in the transaction that marks it as dispatched. */
type Consumer = (tx: Db, events: readonly RecordedEvent[], now: Date) => Promise<void>;

const BATCH = 500;
const MAX_BATCHES = 20;
const MAX_NAMED = 10;

/**
 * Hands recorded events to both consumers. Events beyond `MAX_BATCHES` wait for the next call. Several calls may run at
 * once. An event that fails waits longer each time, and delays no other.
 * @returns how many events
 */
export async function dispatchEvents(deps: OutboxDeps, clock: Clock): Promise<number> {
  let events = 0;
  const failed: Failed[] = [];
  for (let batches = 0; batches < MAX_BATCHES; batches++) {
    // Usually there is nothing to do, and a query is cheaper than a transaction.
    if (!(await hasUndispatched(deps.db, clock()))) break;
    const before = events + failed.length;
    events += await handOver(deps, BATCH, clock, failed);
    if (events + failed.length - before < BATCH) break;
  }
  const [first] = failed;
  if (first)
    deps.log.error(
      {
        error: first.error,
        events: failed.slice(0, MAX_NAMED).map(({ id }) => id),
        count: failed.length,
      },
      "Events could not be handed to webhooks and mails, and will be tried again",
    );
  return events;
}

interface Failed {
  id: string;
  error: unknown;
}

/** The oldest events, in one transaction. If it fails, takes them one by one, and postpones those that fail. */
async function handOver(deps: OutboxDeps, limit: number, clock: Clock, failed: Failed[]): Promise<number> {
  const { db, mail } = deps;
  const consumers: readonly Consumer[] = [insertDeliveries, ...(mail ? [writeMails] : [])];
  let taken: RecordedEvent[] = [];
  try {
    await db.transaction(async (tx) => {
      const now = clock();
      taken = await markDispatched(tx, limit, now);
      if (taken.length > 0) for (const consume of consumers) await consume(tx, taken, now);
    });
    return taken.length;
  } catch (error) {
    // A lock time-out concerns one checkout's row; the database is still available.
    const isDatabaseDown = isDatabaseUnavailable(error) && !isLockTimeout(error);
    const [one] = taken;
    if (!one || isDatabaseDown) throw error;
    if (limit === 1) {
      await postponeDispatch(db, one, clock());
      failed.push({ id: idFromUuid("evt", one.id), error });
      return 0;
    }
    let events = 0;
    for (const _ of taken) events += await handOver(deps, 1, clock, failed);
    return events;
  }
}

/** The emails that events cause. Links are emailed on other occasions. */
const MAILS: Partial<Record<EventType, MailKind>> = {
  "agreement.ready": "agreement",
  "card_payment.succeeded": "receipt",
};

const writeMails: Consumer = async (tx, events, now) => {
  const mails = events.flatMap(({ provider_id, checkout_id, type }) => {
    const kind = MAILS[type];
    return kind ? [{ provider_id, checkout_id, kind }] : [];
  });
  if (mails.length > 0) await insertMails(tx, mails, now);
};
