import { type Clock, clockFrom, later, timed, type Untimed } from "../../packages/dates/time";
import { inSpan } from "../../packages/tracing/span";
import { keepLease, LEASE_MS } from "../../packages/turns/lease";
import type { CheckoutDeps } from "../checkout/context";
import { expire } from "../checkout/load";
import { makeDueAgreements } from "../checkout/make-agreement";
import { NotRecorded, recoverCharge } from "../checkout/recover";
import { forTenant } from "../db/as-tenant";
import { findCheckout } from "../db/checkouts";
import { readClock } from "../db/clock";
import {
  countDue,
  type DueRow,
  findLapsed,
  type LapsedRow,
  leaseDueAttempts,
  postponeAttempt,
} from "../db/due";
import { renewLease } from "../db/leases";
import type { DeliveryDeps } from "../events/context";
import { deliverDue } from "../events/deliver";
import { dispatchEvents } from "../events/dispatch";
import type { MailDeps } from "../mail/context";
import { sendDueMails } from "../mail/send-due";
import { collectDue } from "../plans/collect";
import { recoverRefunds } from "../refunds/recover";
import { purgeWhenDue } from "./purge";
import { reconcileWhenDue } from "./reconcile";

export type JobDeps = Untimed<CheckoutDeps & DeliveryDeps & MailDeps>;

/** Rows that are worked on at the same time, so that a hanging one delays no other. */
const BATCH = 20;
const MAX_BATCHES = 25;

/** After this no new delivery or email is begun. The rest waits for the next tick. */
const DELIVERY_BUDGET_MS = 8_000;

/**
 * All background work that is due, once: for the drain route, for `npm run jobs -- tick`, and for tests. Any number of
 * processes may run it at once, and it may be interrupted at any point, because each row is leased. See
 * docs/decisions/028-leases.md.
 * @param now the database's, unless a test names another time
 * @returns counts; `remaining` includes what another worker holds
 */
export async function tick(deps: JobDeps, now?: Date) {
  const clock = now ? clockFrom(now) : await readClock(deps.db);
  const settled = await settleDue(deps, clock, () => true);
  const until = performance.now() + DELIVERY_BUDGET_MS;
  const goesOn = () => performance.now() < until;
  const documents = await makeDueAgreements(deps, goesOn);
  // Before anything is sent, so that a slow receiver cannot hold up a receipt.
  await dispatchEvents(deps, clock);
  const [delivered, mailed] = await Promise.all([
    deliverDue(deps, clock, goesOn),
    sendDueMails(deps, clock, goesOn),
  ]);
  return { ...settled, documents, delivered, mailed, remaining: await countDue(deps.db, clock()) };
}

/**
 * Everything except webhooks and emails, whose receivers may be slow. Once `goesOn` returns false, the current work is
 * finished and nothing more is begun. `alerts` counts new ones.
 */
export async function settleDue(all: JobDeps, clock: Clock, goesOn: () => boolean) {
  const deps = timed(all, clock);
  const charges = await recoverCharges(deps, clock, goesOn);
  const refunds = await unlessItFails(deps, "Recovery of refunds", () => recoverRefunds(deps, clock, goesOn));
  const collected = await unlessItFails(deps, "Collection", () => collectDue(deps, clock, goesOn));
  const expired = await expireLapsed(deps, clock, goesOn);
  const unlessOver = (what: string, work: () => Promise<number>) =>
    goesOn() ? unlessItFails(deps, what, work) : 0;
  const purged = await unlessOver("Purging", () => purgeWhenDue(deps, clock()));
  const alerts = await unlessOver("Reconciliation", () => reconcileWhenDue(deps, clock()));
  return { recovered: charges + refunds + collected, expired, purged, alerts };
}

/** A gateway that is down must not stop other work. */
async function unlessItFails(deps: CheckoutDeps, what: string, work: () => Promise<number>): Promise<number> {
  try {
    return await work();
  } catch (error) {
    deps.log.error({ error }, `${what} failed and will be tried again`);
    return 0;
  }
}

async function recoverCharges(all: CheckoutDeps, clock: Clock, goesOn: () => boolean): Promise<number> {
  // A batch in which no gateway responds ends the round.
  let gatewayAnswered = true;
  return inBatches(
    all,
    () => {
      if (!gatewayAnswered || !goesOn()) return null;
      gatewayAnswered = false;
      return leaseDueAttempts(all.db, clock(), later(clock(), LEASE_MS), BATCH);
    },
    async (due) => {
      const deps = forTenant(all, due.providerId);
      const endLease = keepLease(() => renewLease(deps.db, "charge", due, later(clock(), LEASE_MS)));
      let maxWait = MAX_WAIT_MS;
      try {
        const about = { name: "recover charge", kind: "internal" } as const;
        const wait = await inSpan(about, () => recoverCharge(deps, due, clock()));
        gatewayAnswered = true;
        if (wait === null) return true;
        maxWait = wait;
      } catch (error) {
        if (error instanceof NotRecorded) {
          gatewayAnswered = true;
          maxWait = MAX_FAULT_WAIT_MS;
        }
        deps.log.error({ error, checkoutId: due.checkoutId }, "A charge could not be recovered yet");
      } finally {
        await endLease();
      }
      await postponeAttempt(deps.db, due, later(clock(), waitBefore(due.recoveries, maxWait)));
      return false;
    },
  );
}

const MAX_WAIT_MS = 30_000;
/** The outcome is known but cannot be recorded. */
const MAX_FAULT_WAIT_MS = 300_000;

/** Milliseconds until it is tried again: 2 s at first, twice as long each time. */
function waitBefore(recoveries: number, maxWait: number): number {
  return Math.min(maxWait, 2_000 * 2 ** Math.min(recoveries - 1, 10));
}

function expireLapsed(all: CheckoutDeps, clock: Clock, goesOn: () => boolean): Promise<number> {
  return inBatches<LapsedRow>(
    all,
    (last) => (goesOn() ? findLapsed(all.db, clock(), BATCH, last) : null),
    async ({ providerId, checkoutId }) => {
      const deps = forTenant(all, providerId);
      const stored = await findCheckout(deps.db, providerId, checkoutId);
      return stored !== null && expire(deps, stored);
    },
  );
}

/**
 * A row that fails does not stop the others.
 * @param take the next rows, after `last`; null if going on makes no sense
 * @returns how many rows were done
 */
async function inBatches<Row extends DueRow>(
  deps: CheckoutDeps,
  take: (last: Row | null) => Promise<Row[]> | null,
  work: (row: Row) => Promise<boolean>,
): Promise<number> {
  let done = 0;
  let last: Row | null = null;
  for (let batches = 0; batches < MAX_BATCHES; batches++) {
    const rows: Row[] | null = await take(last);
    if (rows === null) break;
    const results = await Promise.allSettled(rows.map(work));
    for (const [index, result] of results.entries())
      if (result.status === "rejected")
        deps.log.error(
          { error: result.reason, checkoutId: rows[index]?.checkoutId },
          "Work that is due failed",
        );
      else if (result.value) done++;
    if (rows.length < BATCH) break;
    last = rows.at(-1) ?? null;
  }
  return done;
}
