import {
  cancelDelivery,
  cancelOfDisabled,
  type LeasedDelivery,
  leaseDeliveries,
  recordAttempt,
} from "../db/webhook-deliveries";
import type { Id } from "../domain/ids";
import { type Clock, earlier, later, MINUTE_MS } from "../domain/time";
import { MOST_FAILING_MS } from "../domain/webhooks";
import { dispatchEvents } from "../outbox/dispatch";
import { eventBody } from "./body";
import type { DeliveryDeps } from "./context";
import { nextAttempt } from "./next-attempt";
import { openWebhookSecret } from "./secret";
import { send } from "./send";
import { signed } from "./sign";

/** Requests under way at once: in this process, to one provider's endpoints together, and to one endpoint. */
const AT_ONCE = 128;
const PER_PROVIDER = AT_ONCE / 4;
const PER_ENDPOINT = 8;

/** After a minute without a success an endpoint gets one at a time, so that those that hang leave room for the others. */
const PER_FAILING_ENDPOINT = 1;
const FAILING_MS = MINUTE_MS;

/** What is added to an attempt's own time-out: the time to write down what became of it. */
const LEASE_BESIDE_MS = 5_000;

/** How long new events and deliveries go unnoticed while a slow one is under way. */
const LOOK_AGAIN_MS = 500;

/**
 * Sends events to the endpoints that are to hear of them until nothing is due, or until `goesOn` says no; what is under
 * way then is finished. May run as often and by as many as may be, and be cut off at any point: an attempt that was not
 * written down is made again, with the same `webhook-id`.
 * @returns how many deliveries were taken by their receivers
 */
export async function deliverDue(deps: DeliveryDeps, clock: Clock, goesOn: () => boolean): Promise<number> {
  const busy: Busy = new Map();
  const underWay = new Set<Promise<void>>();
  let delivered = 0;
  const begin = (leased: LeasedDelivery) => {
    countBusy(busy, leased, 1);
    const work = attempt(deps, leased, clock)
      .then((isDelivered) => {
        if (isDelivered) delivered++;
      })
      .catch((error) =>
        deps.log.error({ error, deliveryId: leased.delivery.id }, "A delivery could not be attempted"),
      )
      .finally(() => {
        countBusy(busy, leased, -1);
        underWay.delete(work);
      });
    underWay.add(work);
  };
  try {
    await cancelOfDisabled(deps.db, clock());
    while (goesOn()) {
      await dispatchEvents(deps, clock);
      // What ends while this one looks makes room that it did not see.
      const wasIdle = underWay.size === 0;
      const leased = await lease(deps, clock(), AT_ONCE - underWay.size, busy);
      for (const one of leased) begin(one);
      if (wasIdle && leased.length === 0) break;
      if (underWay.size > 0) await someOf(underWay, leased.length > 0);
    }
  } finally {
    await Promise.all(underWay);
  }
  return delivered;
}

/** Requests under way, by endpoint and by provider. */
type Busy = Map<Id<"whe" | "prv">, number>;

function countBusy(busy: Busy, { delivery }: LeasedDelivery, change: 1 | -1): void {
  for (const id of [delivery.endpointId, delivery.providerId]) {
    const count = (busy.get(id) ?? 0) + change;
    if (count > 0) busy.set(id, count);
    else busy.delete(id);
  }
}

async function lease(deps: DeliveryDeps, now: Date, limit: number, busy: Busy) {
  if (limit === 0) return [];
  const leaseUntil = later(now, deps.webhooks.timeoutMs + LEASE_BESIDE_MS);
  return leaseDeliveries(deps.db, now, leaseUntil, {
    limit,
    perProvider: PER_PROVIDER,
    perEndpoint: PER_ENDPOINT,
    perFailingEndpoint: PER_FAILING_ENDPOINT,
    failingSince: earlier(now, FAILING_MS),
    busy,
  });
}

/** Until one is done, or it is time to look again. Some more are waited for where they come quickly: each look costs. */
async function someOf(underWay: ReadonlySet<Promise<void>>, isFlowing: boolean): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, LOOK_AGAIN_MS);
  });
  await Promise.race([...underWay, patience]);
  clearTimeout(timer);
  if (isFlowing) await new Promise((resolve) => setTimeout(resolve, 2));
}

/** Sends one and writes down what became of it. Whether the receiver took it, and we could say so. */
async function attempt(deps: DeliveryDeps, leased: LeasedDelivery, clock: Clock): Promise<boolean> {
  const { delivery, endpoint } = leased;
  const body = bodyOf(leased, deps.environment);
  if (body === null) {
    await cancelDelivery(deps.db, leased, clock());
    return false;
  }
  const startedAt = clock();
  const requestHeaders = {
    "content-type": "application/json",
    "user-agent": "Provider-Checkout-Webhooks/1",
    ...signed(delivery.eventId, startedAt, body, secretsInForce(deps, leased, startedAt)),
  };
  const sent = await send({ url: endpoint.url, headers: requestHeaders, body, ...deps.webhooks });
  const at = clock();
  const recorded = await recordAttempt(deps.db, leased, {
    ...nextAttempt(sent, delivery.attempts + 1, at, Math.random()),
    at,
    log: {
      startedAt,
      durationMs: sent.durationMs,
      requestHeaders,
      responseStatus: sent.status,
      responseBody: sent.answer,
      fault: sent.fault,
    },
    isGone: sent.status === 410,
    failedSince: earlier(at, MOST_FAILING_MS),
  });
  if (recorded?.disabled) {
    deps.log.warn({ endpointId: endpoint.id, reason: recorded.disabled }, "A webhook endpoint was disabled");
    await cancelOfDisabled(deps.db, at);
  }
  return recorded !== null && sent.fault === null;
}

/** The same bytes at every attempt. Null where the event's body was purged. */
function bodyOf(
  { delivery, event }: LeasedDelivery,
  environment: DeliveryDeps["environment"],
): string | null {
  const { eventId: id, eventType: type, testData, createdAt } = delivery;
  if (testData) {
    const test = { id, type, occurredAt: createdAt, sequence: 1, data: testData };
    return JSON.stringify(eventBody(test, environment));
  }
  if (!event?.data) return null;
  return JSON.stringify(eventBody({ ...event, data: event.data }, environment));
}

function secretsInForce(deps: DeliveryDeps, { endpoint }: LeasedDelivery, now: Date): string[] {
  const { id, previousSecretSealed: bytes, previousSecretKeyVersion: keyVersion } = endpoint;
  const sealed = [{ keyVersion: endpoint.secretKeyVersion, bytes: endpoint.secretSealed }];
  if (bytes && keyVersion !== null && endpoint.previousSecretUntil! > now) sealed.push({ keyVersion, bytes });
  return sealed.map((one) => openWebhookSecret(deps.vault, id, one));
}
