import { raceLost } from "../../packages/postgres-guard/faults";
import { present } from "../../packages/text/narrow";
import { traceparent } from "../../packages/tracing/span";
import type { CheckoutResource } from "../contract/resource";
import type { CheckoutRecord, NewEvent } from "../db/checkout-records";
import type { Change } from "../db/writes";
import { newId } from "../domain/ids";
import { move, type State, TRANSITIONS, type TransitionName } from "../domain/states";
import type { CheckoutDeps, Source } from "./context";
import { toResource, withoutActions } from "./resource";

const MAX_TRIES = 4;

/**
 * Every change of a checkout goes through here. It reads, decides and writes, and starts again if somebody else wrote first.
 * @param attempt returns null if somebody else wrote first
 */
export async function untilWritten<T>(
  attempt: () => Promise<T | null>,
  keptLosing: () => Error = raceLost,
): Promise<T> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const done = await attempt();
    if (done !== null) return done;
  }
  throw keptLosing();
}

function stateOf({ checkout, opportunity, dda }: CheckoutRecord): State {
  return {
    checkout: checkout.checkoutStatus,
    authorisation: checkout.authorisationStatus,
    stage: opportunity?.stage ?? null,
    dda: dda?.status ?? null,
  };
}

type Details = Pick<
  Change,
  "checkout" | "dda" | "attempt" | "newAttempt" | "agreement" | "plan" | "newOpportunity"
>;

export type Transition = ReturnType<typeof transition>;

/**
 * The record after a transition, and what has to be written for it. Writes nothing yet.
 * @throws RangeError if the table of states does not have the move
 */
export function transition(
  deps: Pick<CheckoutDeps, "vault" | "environment" | "baseUrl">,
  record: CheckoutRecord,
  name: TransitionName,
  by: Source,
  now: Date,
  details: Details = {},
) {
  // Another request's clock may be ahead by the time its first query took. A checkout's time never goes back.
  const at = now > record.checkout.updatedAt ? now : record.checkout.updatedAt;
  const to = move(stateOf(record), name);
  const { event: type } = TRANSITIONS[name];
  const sequence = record.checkout.lastSequence + (type ? 1 : 0);
  const after: CheckoutRecord = {
    ...record,
    checkout: {
      ...record.checkout,
      ...details.checkout,
      checkoutStatus: to.checkout,
      authorisationStatus: to.authorisation,
      lastSequence: sequence,
      updatedAt: at,
    },
    opportunity: opportunityAfter(record, to, at, details),
    dda: record.dda && {
      ...record.dda,
      ...details.dda,
      status: present(to.dda, "status of a direct debit"),
      updatedAt: at,
    },
    attempt:
      details.newAttempt?.row ?? (record.attempt && { ...record.attempt, ...details.attempt, updatedAt: at }),
    agreement: details.agreement ?? record.agreement,
    plan: details.plan?.row ?? record.plan,
  };
  const event = type && newEvent(type, toResource(deps, after), by, at);
  if (event) {
    const { data: _, traceparent: __, ...entry } = event;
    after.timeline = [...record.timeline, { ...entry, sequence }];
  }
  const change: Change = { ...details, transition: name, to, at, event };
  return { after, change };
}

function opportunityAfter(
  record: CheckoutRecord,
  to: State,
  at: Date,
  details: Details,
): CheckoutRecord["opportunity"] {
  if (to.stage === null) return null;
  if (record.opportunity) return { ...record.opportunity, stage: to.stage, updatedAt: at };
  const { providerId, id: checkoutId } = record.checkout;
  const id = present(details.newOpportunity, "id for the new Opportunity");
  return { providerId, id, checkoutId, stage: to.stage, createdAt: at, updatedAt: at };
}

export function newEvent(type: NewEvent["type"], resource: CheckoutResource, by: Source, at: Date) {
  const { actor, requestId, ipAddress, userAgent } = by;
  const data = withoutActions(resource);
  const caused = { actor, requestId, ipAddress, userAgent, traceparent: traceparent() };
  return { id: newId("evt", at), type, data, ...caused, occurredAt: at };
}
