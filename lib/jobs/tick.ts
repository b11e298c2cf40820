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
import { databaseNow } from "../db/jobs";
import { type Clock, later } from "../domain/time";
import type { DeliveryDeps } from "../events/context";
import { deliverDue } from "../events/deliver";
import type { MailDeps } from "../mail/context";
import { sendDueMails } from "../mail/send-due";
import { dispatchEvents } from "../outbox/dispatch";
import { purgeWhenDue } from "./purge";
import { reconcileWhenDue } from "./reconcile";

/** What background work needs. */
export type JobDeps = CheckoutDeps & DeliveryDeps & MailDeps;

interface Settled {
  /** Charges whose outcome was found. */
  recovered: number;
  /** Checkouts tidied to `Expired`. */
  expired: number;
  /** Rows forgotten whose time had passed. */
  purged: number;
  /** Operators' alerts that are new: charges and records that do not agree. */
  alerts: number;
}

interface TickResult extends Settled {
  /** Webhooks that their receivers took. */
  delivered: number;
  /** Mails to students that the mail server took, or that are kept. */
  mailed: number;
  /** Due work that is left, also what another worker holds. */
  remaining: number;
}

/** Rows taken at once, and worked on side by side: one that hangs holds up nobody else's. */
const BATCH = 20;
const MOST_BATCHES = 25;

/** How long one call goes on with new deliveries and mails. What is left has its turn in the next. */
const DELIVERY_BUDGET_MS = 8_000;

/**
 * All background work that is due, once, for who calls it from outside: the drain route, and tests. As often
 * and by as many as may be: each row is leased, and doing it twice changes nothing. It may be cut off at any point.
 * @param now by the database's clock, where no test names another time
 */
export async function tick(deps: JobDeps, now?: Date): Promise<TickResult> {
  const clock = clockFrom(now ?? (await databaseNow(deps.db)));
  const settled = await settleDue(deps, clock);
  const until = performance.now() + DELIVERY_BUDGET_MS;
  const goesOn = () => performance.now() < until;
  // What happened is written of before anything is sent: a slow receiver must not hold up a receipt.
  await dispatchEvents(deps, clock);
  const [delivered, mailed] = await Promise.all([
    deliverDue(deps, clock, goesOn),
    sendDueMails(deps, clock, goesOn),
  ]);
  return { ...settled, delivered, mailed, remaining: await countDue(deps.db, clock()) };
}

/** Everything but webhooks and mails, whose receivers may be slow. */
export async function settleDue(deps: JobDeps, given?: Clock): Promise<Settled> {
  const clock = given ?? clockFrom(await databaseNow(deps.db));
  const recovered = await recoverCharges(deps, clock);
  const expired = await expireLapsed(deps, clock);
  const purged = await unlessItFails(deps, "Purging", () => purgeWhenDue(deps, clock()));
  const alerts = await unlessItFails(deps, "Reconciliation", () => reconcileWhenDue(deps, clock()));
  return { recovered, expired, purged, alerts };
}

/** A clock that goes on from `now`: a long tick must not hand out leases that are over already. */
function clockFrom(now: Date): Clock {
  const started = performance.now();
  return () => later(now, performance.now() - started);
}

/** What runs at intervals keeps nothing else from its turn: a gateway that is down is no reason to stop. */
async function unlessItFails(deps: CheckoutDeps, what: string, work: () => Promise<number>): Promise<number> {
  try {
    return await work();
  } catch (error) {
    deps.log.error({ error }, `${what} failed and will be tried again`);
    return 0;
  }
}

async function recoverCharges(deps: CheckoutDeps, clock: Clock): Promise<number> {
  // A recovery asks the gateway twice at most, each up to its time-out.
  const leaseSeconds = Math.ceil((2 * deps.gatewayTimeoutMs) / 1000) + 10;
  return inBatches(
    deps,
    () => leaseDueAttempts(deps.db, clock(), leaseSeconds, BATCH),
    async (due) => {
      let longest = LONGEST_PATIENCE_MS;
      try {
        const wait = await recoverCharge(deps, due, clock());
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
 * Takes batches until one comes short, each after the last row of the one before, and counts what was done. A row that
 * fails keeps no other from its turn.
 * @param endsInVain when nothing of a batch could be done: of a gateway that is down no more is asked
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
    const results = await Promise.allSettled(rows.map(work));
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
