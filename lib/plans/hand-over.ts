import type { CheckoutDeps } from "../checkout/context";
import { SYSTEM } from "../checkout/load";
import { crashPoint } from "../crash-point";
import { hasOpenOrphan } from "../db/alerts";
import { type DueInstalment, dueInstalments } from "../db/collection";
import type { DebitRow, PlanKey } from "../db/plans";
import type { Plan } from "../domain/plan";
import { isRunning } from "../domain/plan-states";
import { isBeingPaid } from "../domain/plan-summary";
import { type Begun, begin } from "./begin";
import { type Round, roundOf, sendDebit } from "./send";
import { type Read, type Step, stepOfPlan } from "./write";

const BATCH = 20;
const MAX_BATCHES = 500;

/**
 * Hands over every debit whose day has come. What a sleeping machine missed is handed over late, never early and never
 * twice. Contract "Real money", section 4, "One cut-off".
 * The debits of silent accounts are recorded, and sent by recovery.
 * @returns how many debits were begun
 */
export async function handOverDue(round: Round): Promise<number> {
  const { deps, clock, goesOn, only } = round;
  let begun = 0;
  let notBegun = 0;
  for (let batches = 0; batches < MAX_BATCHES && goesOn(); batches++) {
    const due = await dueInstalments(deps.db, clock(), only, BATCH, notBegun);
    const done = await Promise.all(due.map((one) => handOver(roundOf(round, one.providerId), one)));
    const count = done.filter(Boolean).length;
    begun += count;
    // What fails holds up nothing behind it.
    notBegun += due.length - count;
    if (due.length < BATCH) break;
  }
  return begun;
}

async function handOver(round: Round, due: DueInstalment): Promise<boolean> {
  try {
    const row = await beginDebit(round, due, (read, now) => firstStep(read, due.number, now));
    if (!row) return false;
    crashPoint("debit.recorded");
    await sendDebit(round, row);
    return true;
  } catch (error) {
    round.deps.log.error({ error, checkoutId: due.checkoutId }, "A debit could not be handed over yet");
    return false;
  }
}

/** Before a plan's account changes: what is past its cut-off is debited from the present one. Recovery sends it at once. */
export async function recordDue(deps: CheckoutDeps, key: PlanKey): Promise<void> {
  const next = (read: Read, now: Date) => {
    const step = read.plan.instalments.map(({ number }) => firstStep(read, number, now)).find((one) => one);
    return step ? { ...step, begun: { ...step.begun, dueAt: now, leaseUntil: null } } : null;
  };
  for (let isMore = true; isMore; )
    isMore = (await beginDebit({ deps, clock: deps.now }, key, next)) !== null;
}

/** Recorded before the processor hears of it. Null if there is none to be debited any more. */
async function beginDebit(
  { deps, clock }: Pick<Round, "deps" | "clock">,
  key: PlanKey,
  choose: (read: Read, now: Date) => Begun | null,
): Promise<DebitRow | null> {
  let row: DebitRow | null = null;
  const done = await stepOfPlan(deps, key, SYSTEM, async (read) => {
    row = null;
    const step = choose(read, clock());
    if (step && (await hasOpenOrphan(deps.db, read.record.checkout))) return heldForCharge(read);
    row = step?.begun ?? null;
    return step;
  });
  return done && row;
}

/**
 * A card has paid something of the order that the records do not have, as after a restore. What it paid must not be debited
 * too, so a person decides.
 */
function heldForCharge({ plan }: Read): Step | null {
  // Its outcome may be that charge.
  if (plan.cardPayments.some(({ paidAt }) => paidAt === null)) return null;
  const after: Plan = { ...plan, status: "On Hold", holdReason: "person", pausedUntil: null };
  return { after, events: ["payment_plan.on_hold"] };
}

function firstStep(read: Read, number: number, now: Date): Begun | null {
  const { plan, today } = read;
  const one = plan.instalments.find((each) => each.number === number);
  if (!one?.handOverOn || one.handOverOn > today || isBeingPaid(plan, number)) return null;
  return isRunning(plan.status) ? begin(read, one, now) : null;
}
