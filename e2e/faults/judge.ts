/** What must hold once faults are over, whatever they were. Each sentence that comes back is a violation. */
import { asc, eq } from "drizzle-orm";
import postgres from "postgres";
import { chargeAttempt, checkout, event, gatewayCharge } from "../../drizzle/schema";
import { type Db, openDatabase } from "../../lib/db/client";
import { type CheckoutStatus, TRANSITIONS } from "../../lib/domain/states";
import { until } from "../support/poll";
import type { Receiver } from "../webhooks/receiver";
import type { Journal } from "./journal";
import type { Service } from "./service";

interface Scene {
  journal: Journal;
  service: Service;
  /** The service's database as it is now, as superuser. */
  databaseUrl: string;
  receiver: Receiver;
}

/** Contract section 4. */
const RECOVERY_SECONDS = 120;

/** Waits until nothing is due any more. @throws Error where something stays due */
export async function untilQuiet(databaseUrl: string): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1 });
  await until(
    "charges have their outcome, and events are delivered",
    async () => {
      const [row] =
        await sql`select (select count(*) from charge_attempt where status in ('started', 'unknown'))
        + (select count(*) from event where dispatched_at is null)
        + (select count(*) from webhook_delivery where status = 'pending') as n`;
      // The schedule's minutes in moments.
      await sql`update webhook_delivery set due_at = now()
        where status = 'pending' and lease_until is null and due_at > now()`;
      return Number(row!.n) === 0;
    },
    { seconds: RECOVERY_SECONDS },
  );
  await sql.end();
}

export async function judge({ journal, service, databaseUrl, receiver }: Scene): Promise<string[]> {
  const open = (url: string) => openDatabase({ url, poolSize: 1, prepare: true, name: "test" });
  const [ours, gateways] = [open(databaseUrl), open(service.gatewayUrl)];
  const found: string[] = [...journal.violations];
  const checkouts = new Map((await ours.db.select().from(checkout)).map((row) => [row.id as string, row]));
  const attempts = await ours.db.select().from(chargeAttempt);
  const charges = await gateways.db.select().from(gatewayCharge).where(eq(gatewayCharge.status, "succeeded"));
  const charged = new Set(charges.map(({ key }) => key));

  for (const { checkoutId, status, op } of journal.told) {
    const now = checkouts.get(checkoutId)?.checkoutStatus;
    if (!now) found.push(`${op} told of ${checkoutId} as ${status}, and it is not there`);
    else if (!canBecome(status as CheckoutStatus, now))
      found.push(`${op} told of ${checkoutId} as ${status}, and it is ${now}`);
  }
  const saidFailed = new Set(
    journal.told.filter(({ status }) => status === "Payment Failed").map((told) => told.checkoutId),
  );
  for (const { id, checkoutId, status } of attempts) {
    if (charged.has(id) !== (status === "succeeded"))
      found.push(
        `The attempt ${id} is ${status}, and the gateway ${charged.has(id) ? "charged" : "did not"}`,
      );
    if (charged.has(id) && saidFailed.has(checkoutId))
      found.push(`${checkoutId} was charged and told failed`);
    if (status === "succeeded" && checkouts.get(checkoutId)?.checkoutStatus !== "Payment Processing")
      found.push(`${checkoutId} was charged and is ${checkouts.get(checkoutId)?.checkoutStatus}`);
  }
  const known = new Set<string>(attempts.map(({ id }) => id));
  const perOrder = new Map<string, number>();
  for (const { key, providerId, providerOrderId } of charges) {
    if (!known.has(key)) found.push(`The gateway charged ${key}, which the service does not know`);
    const order = `${providerId} ${providerOrderId}`;
    perOrder.set(order, (perOrder.get(order) ?? 0) + 1);
  }
  for (const [order, times] of perOrder) if (times > 1) found.push(`${order} was charged ${times} times`);

  found.push(...(await judgeEvents(ours.db, checkouts, receiver)));
  const unanswered = journal.entries.filter(({ status }) => status === null);
  found.push(...unanswered.map(({ op }) => `${op}: no answer from a server that was not killed`));
  await Promise.all([ours.close(), gateways.close()]);
  return found;
}

async function judgeEvents(
  db: Db,
  checkouts: ReadonlyMap<string, { lastSequence: number }>,
  receiver: Receiver,
): Promise<string[]> {
  const found: string[] = [];
  const events = await db
    .select({ id: event.id, checkoutId: event.checkoutId, sequence: event.sequence })
    .from(event)
    .orderBy(asc(event.checkoutId), asc(event.sequence));
  const counts = new Map<string, number>();
  for (const { checkoutId, sequence } of events) {
    const next = (counts.get(checkoutId) ?? 0) + 1;
    if (sequence !== next) found.push(`${checkoutId} has an event ${sequence} where ${next} is due`);
    counts.set(checkoutId, sequence);
  }
  for (const [id, { lastSequence }] of checkouts)
    if (counts.get(id) !== lastSequence) found.push(`${id} has ${counts.get(id)} events of ${lastSequence}`);
  const delivered = new Set<string>(receiver.received.map(({ id }) => id));
  for (const { id } of events) if (!delivered.has(id)) found.push(`The event ${id} was not delivered`);
  const ids = new Set<string>(events.map(({ id }) => id));
  for (const id of delivered) if (!ids.has(id)) found.push(`The event ${id} was delivered, and is not there`);
  for (const { id } of receiver.unsigned) found.push(`The event ${id} was delivered without its signature`);
  return found;
}

/** Whether the table of moves leads from the one to the other, in any number of moves. */
function canBecome(from: CheckoutStatus, to: CheckoutStatus): boolean {
  if (from === to) return true;
  return Object.values(TRANSITIONS).some(
    (move) =>
      (move.from as readonly CheckoutStatus[]).includes(from) &&
      move.to.checkout !== from &&
      canBecome(move.to.checkout, to),
  );
}
