import { type Clock, later } from "../../packages/dates/time";
import { present } from "../../packages/text/narrow";
import { LEASE_MS } from "../../packages/turns/lease";
import type { CheckoutDeps } from "../checkout/context";
import { SYSTEM } from "../checkout/load";
import { crashPoint } from "../crash-point";
import { derivedId } from "../crypto/derived-id";
import { type DueInstalment, dueInstalments } from "../db/collection";
import type { DebitRow } from "../db/plans";
import type { Id } from "../domain/ids";
import { dateToAskFor } from "../domain/plan-dates";
import { sendDebit } from "./send";
import { type Read, type Step, stepOfPlan } from "./write";

const BATCH = 20;
const MAX_BATCHES = 500;

/**
 * Hands over every debit whose day has come. What a sleeping machine missed is handed over late, never early and never
 * twice. Contract "Real money", section 4, "One cut-off".
 * @param only one provider's
 * @param silent accounts whose processor has kept this round waiting: their debits are recorded, and sent by recovery
 * @returns how many debits were begun
 */
export async function handOverDue(
  deps: CheckoutDeps,
  clock: Clock,
  goesOn: () => boolean,
  only: Id<"prv"> | null,
  silent: Set<string>,
): Promise<number> {
  let begun = 0;
  let notBegun = 0;
  for (let batches = 0; batches < MAX_BATCHES && goesOn(); batches++) {
    const due = await dueInstalments(deps.db, clock(), only, BATCH, notBegun);
    const done = await Promise.all(due.map((one) => handOver(deps, clock, one, silent)));
    const count = done.filter(Boolean).length;
    begun += count;
    // What fails holds up nothing behind it.
    notBegun += due.length - count;
    if (due.length < BATCH) break;
  }
  return begun;
}

async function handOver(
  deps: CheckoutDeps,
  clock: Clock,
  due: DueInstalment,
  silent: Set<string>,
): Promise<boolean> {
  try {
    const row = await beginDebit(deps, clock, due);
    if (!row) return false;
    crashPoint("debit.recorded");
    await sendDebit(deps, row, clock, silent);
    return true;
  } catch (error) {
    deps.log.error({ error, checkoutId: due.checkoutId }, "A debit could not be handed over yet");
    return false;
  }
}

/** Recorded before the processor hears of it. Null if the instalment is no longer to be debited. */
async function beginDebit(deps: CheckoutDeps, clock: Clock, due: DueInstalment): Promise<DebitRow | null> {
  let row: DebitRow | null = null;
  const done = await stepOfPlan(deps, due, SYSTEM, (read) => {
    const step = firstStep(read, due.number, clock());
    row = step?.begun ?? null;
    return step;
  });
  return done && row;
}

function firstStep({ row, plan, today, record }: Read, number: number, now: Date): Step | null {
  const one = plan.instalments.find((each) => each.number === number);
  if (!one?.handOverOn || one.handOverOn > today) return null;
  if (plan.status !== "Active" && plan.status !== "Paused") return null;
  const attempt = one.attempts + 1;
  const { providerId, checkoutId, gateway } = row;
  const until = later(now, LEASE_MS);
  const begun: DebitRow = {
    providerId,
    id: derivedId("dbt", `${providerId} ${checkoutId} ${number} ${attempt}`),
    checkoutId,
    number,
    attempt,
    amountCents: one.amountCents,
    date: dateToAskFor(one.debitDate, today),
    gateway,
    authority: present(record.dda?.debitReference, "registered bank account"),
    gatewayReference: null,
    status: "Sending",
    reason: null,
    createdAt: record.readAt,
    updatedAt: record.readAt,
    dueAt: until,
    leaseUntil: until,
    recoveries: 0,
  };
  const instalments = plan.instalments.map((each) =>
    each === one ? { ...one, handOverOn: null, attempts: attempt } : each,
  );
  return {
    after: { ...plan, instalments, debits: [...plan.debits, { ...begun, refundedCents: 0 }] },
    begun,
    events: [],
  };
}
