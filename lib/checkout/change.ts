import type { CheckoutResource } from "../contract/resource";
import type { CheckoutRecord, NewEvent } from "../db/checkouts";
import { raceLost } from "../db/errors";
import type { Change } from "../db/writes";
import { newId } from "../domain/ids";
import { move, type State, TRANSITIONS, type TransitionName } from "../domain/states";
import type { By, CheckoutDeps } from "./context";
import { toResource, withoutActions } from "./resource";

const MOST_TRIES = 4;

/**
 * How every use case changes a checkout: it reads, decides and writes, and begins again where somebody else wrote first.
 * @param attempt gives null where it came second and wrote nothing
 * @param keptLosing what is thrown in the end
 */
export async function untilWritten<T>(
  attempt: () => Promise<T | null>,
  keptLosing: () => Error = raceLost,
): Promise<T> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const done = await attempt();
    if (done !== null) return done;
  }
  throw keptLosing();
}

/** The four statuses of a record, as the transition table sees them. */
function stateOf({ checkout, opportunity, dda }: CheckoutRecord): State {
  return {
    checkout: checkout.checkoutStatus,
    authorisation: checkout.authorisationStatus,
    stage: opportunity?.stage ?? null,
    dda: dda?.status ?? null,
  };
}

type Details = Pick<Change, "checkout" | "dda" | "attempt" | "agreement" | "newOpportunity">;

/** A record after a transition, and the change that makes it so in the database. */
export interface Transition {
  after: CheckoutRecord;
  change: Change;
}

/**
 * A transition of a record: as it will be after it, and the event that tells of it, made from that. Nothing is written
 * yet. Throws a RangeError for a move that the table does not have.
 */
export function transition(
  deps: Pick<CheckoutDeps, "vault" | "environment" | "baseUrl">,
  record: CheckoutRecord,
  name: TransitionName,
  by: Omit<By, "provider">,
  at: Date,
  details: Details = {},
): Transition {
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
    dda: record.dda && { ...record.dda, ...details.dda, status: to.dda!, updatedAt: at },
    attempt: record.attempt && { ...record.attempt, ...details.attempt, updatedAt: at },
    agreement: details.agreement ?? record.agreement,
  };
  let event: NewEvent | null = null;
  if (type) {
    event = newEvent(type, toResource(deps, after), by, at);
    const { data: _, ...entry } = event;
    after.timeline = [
      ...record.timeline,
      { ...entry, sequence, requestId: by.requestId, ipAddress: by.ipAddress, userAgent: by.userAgent },
    ];
  }
  return { after, change: { ...details, transition: name, to, at, event } };
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
  return {
    providerId,
    id: details.newOpportunity!,
    checkoutId,
    stage: to.stage,
    createdAt: at,
    updatedAt: at,
  };
}

export function newEvent(
  type: NewEvent["type"],
  resource: CheckoutResource,
  by: Omit<By, "provider">,
  at: Date,
): NewEvent {
  return {
    id: newId("evt"),
    type,
    data: withoutActions(resource),
    actor: by.actor,
    requestId: by.requestId,
    ipAddress: by.ipAddress,
    userAgent: by.userAgent,
    occurredAt: at,
  };
}
