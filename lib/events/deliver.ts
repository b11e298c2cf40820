import { containsCardNumber } from "../../packages/cards/card-number";
import { type Clock, DAY_MS, earlier, later, MINUTE_MS } from "../../packages/dates/time";
import { post, type Sent } from "../../packages/net/post";
import { signed } from "../../packages/net/signature";
import { inSpan, type Span } from "../../packages/tracing/span";
import { keepLease, LEASE_MS } from "../../packages/turns/lease";
import { openOrTell, type SealedKind } from "../crypto/unreadable";
import type { Sealed } from "../crypto/vault";
import { forTenant } from "../db/as-tenant";
import { renewLease } from "../db/leases";
import {
  cancelDelivery,
  cancelOfDisabled,
  type LeasedDelivery,
  leaseDeliveries,
  recordAttempt,
} from "../db/webhook-deliveries";
import type { Environment } from "../domain/environment";
import type { Id } from "../domain/ids";
import { type DeliveryStatus, delayAfter, MAX_FAILING_MS } from "../domain/webhooks";
import type { DeliveryDeps } from "./context";
import { dispatchEvents } from "./dispatch";
import { eventBody } from "./read";
import { openWebhookSecret } from "./secret";

/**
 * Simultaneous requests: in this process, to one provider's endpoints together, and to one endpoint. See
 * docs/decisions/032-webhook-shares.md.
 */
const AT_ONCE = 128;
const PER_PROVIDER = AT_ONCE / 4;
const PER_ENDPOINT = 8;
const PER_FAILING_ENDPOINT = 1;
const FAILING_MS = MINUTE_MS;

/** While a slow request is in progress, new deliveries are looked for this often. */
const LOOK_AGAIN_MS = 500;

/** A longer Retry-After counts as this. */
const MAX_RETRY_AFTER_MS = DAY_MS;

/**
 * Makes the deliveries that are due, until there are none or `goesOn` returns false. Requests in progress are finished. Any
 * number of processes may run it and be stopped at any point: an attempt that was not recorded is made again, with the same
 * `webhook-id`.
 * @returns how many receivers accepted
 */
export async function deliverDue(deps: DeliveryDeps, clock: Clock, goesOn: () => boolean): Promise<number> {
  const busy: Busy = new Map();
  const underWay = new Set<Promise<void>>();
  let delivered = 0;
  const begin = (leased: LeasedDelivery) => {
    countBusy(busy, leased, 1);
    const work = attempt(forTenant(deps, leased.delivery.providerId), leased, clock)
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
      // A query may miss a request that ends meanwhile, so only a query without any may end the loop.
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

/** How many requests are in progress, by endpoint and by provider. */
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
  return leaseDeliveries(deps.db, now, later(now, LEASE_MS), {
    limit,
    perProvider: PER_PROVIDER,
    perEndpoint: PER_ENDPOINT,
    perFailingEndpoint: PER_FAILING_ENDPOINT,
    failingSince: earlier(now, FAILING_MS),
    busy,
  });
}

/**
 * Waits for a request to end, or until the next query is due. A few ms more let several end, since each time costs a query.
 */
async function someOf(underWay: ReadonlySet<Promise<void>>, isFlowing: boolean): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, LOOK_AGAIN_MS);
  });
  await Promise.race([...underWay, patience]);
  clearTimeout(timer);
  if (isFlowing) await new Promise((resolve) => setTimeout(resolve, 2));
}

/** Continues the trace of the request that caused the event. The receiver gets no trace headers. */
function attempt(deps: DeliveryDeps, leased: LeasedDelivery, clock: Clock): Promise<boolean> {
  const { delivery, event } = leased;
  const attributes = {
    "provider_checkout.event_type": delivery.eventType,
    "provider_checkout.webhook_endpoint_id": delivery.endpointId,
    "provider_checkout.attempt": delivery.attempts + 1,
  };
  const about = {
    name: "webhook delivery",
    kind: "internal",
    attributes,
    parent: event?.traceparent,
  } as const;
  return inSpan(about, (span) => sendAndRecord(deps, leased, clock, span));
}

/** @returns whether the receiver accepted and that was recorded */
async function sendAndRecord(
  deps: DeliveryDeps,
  leased: LeasedDelivery,
  clock: Clock,
  span: Span,
): Promise<boolean> {
  const { delivery, endpoint } = leased;
  const startedAt = clock();
  const endLease = keepLease(() => renewLease(deps.db, "delivery", delivery, later(clock(), LEASE_MS)));
  const made = await makeRequest(deps, leased, startedAt).finally(endLease);
  if (made === null) {
    await cancelDelivery(deps.db, leased, startedAt);
    return false;
  }
  const { requestHeaders, sent } = made;
  deps.meters.webhook(sent.fault === null, sent.durationMs / 1000);
  span.set({
    ...(sent.status !== null && { "http.response.status_code": sent.status }),
    ...(sent.fault !== null && { "error.type": sent.fault }),
  });
  const at = clock();
  const recorded = await recordAttempt(deps.db, leased, {
    ...nextAttempt(sent, delivery.attempts + 1, at),
    at,
    log: {
      startedAt,
      durationMs: sent.durationMs,
      requestHeaders,
      responseStatus: sent.status,
      responseBody: withoutCard(sent.answer),
      fault: sent.fault,
    },
    isGone: sent.status === 410,
    isOurs: made.isOurs,
    failedSince: earlier(at, MAX_FAILING_MS),
  });
  if (recorded?.disabled) {
    deps.log.warn({ endpointId: endpoint.id, reason: recorded.disabled }, "A webhook endpoint was disabled");
    await cancelOfDisabled(deps.db, at);
  }
  return recorded !== null && sent.fault === null;
}

/** A response that contains a card number is withheld from the log. */
export function withoutCard(answer: string | null): string | null {
  return answer && containsCardNumber(answer, "issued") ? "(withheld: it holds a card number)" : answer;
}

/** Why no request could be made. The fault is ours, so it never disables the endpoint. */
type OurFault = "secret_unreadable" | "not_made";

const unsent = (fault: OurFault) => ({
  requestHeaders: {},
  sent: { durationMs: 0, status: null, answer: null, retryAfter: null, fault },
  isOurs: true,
});

/** Null if the event's body was purged. */
async function makeRequest(deps: DeliveryDeps, leased: LeasedDelivery, at: Date) {
  const { delivery, endpoint } = leased;
  const secrets = await secretsInForce(deps, leased, at);
  if (secrets.length === 0) return unsent("secret_unreadable");
  let request: { headers: Record<string, string>; body: string };
  try {
    const body = sentBody(leased, deps.environment);
    if (body === null) return null;
    const headers = {
      "content-type": "application/json",
      "user-agent": "Provider-Checkout-Webhooks/1",
      ...signed(delivery.eventId, at, body, secrets),
    };
    request = { headers, body };
  } catch (error) {
    deps.log.error({ error, deliveryId: delivery.id }, "An event's webhook could not be made");
    return unsent("not_made");
  }
  const sent = await post({ url: endpoint.url, ...request, ...deps.webhooks });
  return { requestHeaders: request.headers, sent, isOurs: false };
}

type SentEvent = Pick<
  NonNullable<LeasedDelivery["event"]>,
  "id" | "type" | "sequence" | "occurredAt" | "data"
>;

/** The same bytes at every attempt; null if the event's body was purged. */
export function sentBody(
  {
    delivery,
    endpoint,
    event,
  }: Pick<LeasedDelivery, "delivery"> & { endpoint: { apiVersion: string }; event: SentEvent | null },
  environment: Environment,
): string | null {
  const { eventId: id, eventType: type, testData, createdAt } = delivery;
  const data = testData ?? event?.data;
  if (!data) return null;
  const parts = testData || !event ? { id, type, occurredAt: createdAt, sequence: 1 } : event;
  return JSON.stringify(eventBody({ ...parts, data }, environment, endpoint.apiVersion));
}

/**
 * A delivery's state after an attempt: ended, or due again by the schedule, or later if the receiver asked for that.
 * Contract section 8.
 * @param number of the attempt, the first being 1
 * @param at when the attempt ended, from which the schedule counts
 */
function nextAttempt(
  { fault, retryAfter }: { fault: Sent["fault"] | OurFault; retryAfter: string | null },
  number: number,
  at: Date,
): { status: DeliveryStatus; dueAt: Date | null } {
  if (fault === null) return { status: "delivered", dueAt: null };
  const delay = delayAfter(number, Math.random());
  if (delay === null) return { status: "failed", dueAt: null };
  const asked = Math.min(retryAfterMs(retryAfter, at), MAX_RETRY_AFTER_MS);
  return { status: "pending", dueAt: later(at, Math.max(delay, asked)) };
}

/** From seconds or an HTTP date; 0 for anything else. */
function retryAfterMs(header: string | null, at: Date): number {
  const text = header?.trim() ?? "";
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  // An HTTP date begins with the day of the week. Date.parse alone would accept nearly anything.
  const until = /^[A-Z][a-z]{2,8},? /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(until) ? 0 : Math.max(0, until - at.getTime());
}

/** The secrets that decrypt, newest first: a receiver may know either. */
async function secretsInForce(
  deps: DeliveryDeps,
  { endpoint }: LeasedDelivery,
  now: Date,
): Promise<string[]> {
  const { id, providerId, previousSecretSealed: bytes, previousSecretKeyVersion: keyVersion } = endpoint;
  const { previousSecretUntil: until } = endpoint;
  const current = { keyVersion: endpoint.secretKeyVersion, bytes: endpoint.secretSealed };
  const open = (what: SealedKind, sealed: Sealed) =>
    openOrTell(deps, { what, providerId, of: id }, now, () => openWebhookSecret(deps.vault, id, sealed));
  const secrets = [await open("webhook secrets", current)];
  if (bytes && keyVersion !== null && until !== null && until > now)
    secrets.push(await open("replaced webhook secrets", { keyVersion, bytes }));
  return secrets.filter((secret) => secret !== null);
}
