import type { CheckoutDeps } from "../checkout/context";
import { expire } from "../checkout/load";
import { recoverCharge } from "../checkout/recover";
import { findCheckout } from "../db/checkouts";
import {
  countDue,
  type DueRow,
  findLapsed,
  type LapsedRow,
  leaseDueAttempts,
  postponeAttempt,
} from "../db/due";
import { databaseClock } from "../db/jobs";
import { onBehalfOf } from "../db/shares";
import { type Clock, clockFrom, later } from "../domain/time";
import type { DeliveryDeps } from "../events/context";
import { deliverDue } from "../events/deliver";
import type { MailDeps } from "../mail/context";
import { sendDueMails } from "../mail/send-due";
import { dispatchEvents } from "../outbox/dispatch";
import { inSpan } from "../tracing/span";
import { purgeWhenDue } from "./purge";
import { reconcileWhenDue } from "./reconcile";

/** What background work needs. */
export type JobDeps = CheckoutDeps & DeliveryDeps & MailDeps;

/** Rows that are worked on at the same time, so that one that hangs holds up no other. */
const BATCH = 20;
const MOST_BATCHES = 25;

/** After this no new delivery or mail is begun: the rest is for the next tick. */
const DELIVERY_BUDGET_MS = 8_000;

/**
 * All background work that is due, once: for the drain route, for `npm run jobs -- tick`, and for tests. Any number of
 * processes may run it at once, and it may be cut off at any point, because each row is leased. D-039
 * @param now the database's, unless a test names another time
 * @returns counts; `remaining` includes what another worker holds
 */
export async function tick(deps: JobDeps, now?: Date) {
  const clock = now ? clockFrom(now) : await databaseClock(deps.db);
  const settled = await settleDue(deps, clock);
  const until = performance.now() + DELIVERY_BUDGET_MS;
  const goesOn = () => performance.now() < until;
  // Before anything is sent, so that a slow receiver cannot hold up a receipt.
  await dispatchEvents(deps, clock);
  const [delivered, mailed] = await Promise.all([
    deliverDue(deps, clock, goesOn),
    sendDueMails(deps, clock, goesOn),
  ]);
  return { ...settled, delivered, mailed, remaining: await countDue(deps.db, clock()) };
}

/** Everything but webhooks and mails, whose receivers may be slow. `alerts` counts new ones. */
export async function settleDue(deps: JobDeps, given?: Clock) {
  const clock = given ?? (await databaseClock(deps.db));
  const recovered = await recoverCharges(deps, clock);
  const expired = await expireLapsed(deps, clock);
  const purged = await unlessItFails(deps, "Purging", () => purgeWhenDue(deps, clock()));
  const alerts = await unlessItFails(deps, "Reconciliation", () => reconcileWhenDue(deps, clock()));
  return { recovered, expired, purged, alerts };
}

/** A gateway that is down must not keep other work from its turn. */
async function unlessItFails(deps: CheckoutDeps, what: string, work: () => Promise<number>): Promise<number> {
  try {
    return await work();
  } catch (error) {
    deps.log.error({ error }, `${what} failed and will be tried again`);
    return 0;
  }
}

async function recoverCharges(deps: CheckoutDeps, clock: Clock): Promise<number> {
  // A recovery calls the gateway twice at most.
  const leaseSeconds = Math.ceil((2 * deps.gatewayTimeoutMs) / 1000) + 10;
  return inBatches(
    deps,
    () => leaseDueAttempts(deps.db, clock(), leaseSeconds, BATCH),
    async (due) => {
      let longest = LONGEST_PATIENCE_MS;
      try {
        const about = { name: "recover charge", kind: "internal" } as const;
        const wait = await inSpan(about, () => recoverCharge(deps, due, clock()));
        if (wait === null) return true;
        longest = wait;
      } catch (error) {
        deps.log.error({ error, checkoutId: due.checkoutId }, "A charge could not be recovered yet");
      }
      await postponeAttempt(deps.db, due.id, later(clock(), patience(due.recoveries, longest)));
      return false;
    },
    { endsInVain: true },
  );
}

const LONGEST_PATIENCE_MS = 30_000;

/** Milliseconds until the gateway is asked again: 2 s at first, twice as long each time. */
function patience(recoveries: number, longest: number): number {
  return Math.min(longest, 2_000 * 2 ** Math.min(recoveries - 1, 10));
}

function expireLapsed(deps: CheckoutDeps, clock: Clock): Promise<number> {
  return inBatches<LapsedRow>(
    deps,
    (last) => findLapsed(deps.db, clock(), BATCH, last),
    async ({ providerId, checkoutId }) => {
      const stored = await findCheckout(deps.db, providerId, checkoutId);
      return stored !== null && expire(deps, stored);
    },
    { endsInVain: false },
  );
}

/**
 * A row that fails does not stop the others.
 * @param endsInVain stops after a batch of which nothing could be done: the gateway is probably down
 * @returns how many rows were done
 */
async function inBatches<Row extends DueRow>(
  deps: CheckoutDeps,
  take: (last: Row | null) => Promise<Row[]>,
  work: (row: Row) => Promise<boolean>,
  { endsInVain }: { endsInVain: boolean },
): Promise<number> {
  let done = 0;
  let last: Row | null = null;
  for (let batches = 0; batches < MOST_BATCHES; batches++) {
    const before = done;
    const rows: Row[] = await take(last);
    const results = await Promise.allSettled(rows.map((row) => onBehalfOf(row.providerId, () => work(row))));
    for (const [index, result] of results.entries())
      if (result.status === "rejected")
        deps.log.error(
          { error: result.reason, checkoutId: rows[index]?.checkoutId },
          "Work that is due failed",
        );
      else if (result.value) done++;
    if (rows.length < BATCH || (endsInVain && done === before)) break;
    last = rows.at(-1) ?? null;
  }
  return done;
}
