import { HOUR_MS, later } from "../../packages/dates/time";
import { newWebhookSecret } from "../../packages/net/signature";
import type { EndpointChanges, NewEndpoint, RotateSecret } from "../contract/webhook-requests";
import type { Endpoint, EndpointWithSecret } from "../contract/webhooks";
import {
  changeEndpoint,
  disableChange,
  type EndpointChange,
  type EndpointRow,
  findEndpoint,
  findEndpoints,
  insertEndpoint,
  secretChange,
} from "../db/webhook-endpoints";
import { CheckoutError } from "../domain/errors";
import { type Id, isId, newId } from "../domain/ids";
import { MAX_ENDPOINTS } from "../domain/limits";
import type { EventsDeps } from "./context";
import { sealWebhookSecret } from "./secret";

function toEndpoint(row: EndpointRow, now: Date): Endpoint {
  const until = row.previousSecretUntil;
  return {
    endpoint_id: row.id,
    url: row.url,
    description: row.description,
    event_types: row.eventTypes,
    api_version: row.apiVersion,
    status: row.disabledReason === null ? "enabled" : "disabled",
    disabled_reason: row.disabledReason,
    failing_since: row.failingSince?.toISOString() ?? null,
    secret_rotating_until: until !== null && until > now ? until.toISOString() : null,
    created_at: row.createdAt.toISOString(),
  };
}

/** A provider's endpoints, the oldest first. Contract section 8. */
export async function listEndpoints(deps: EventsDeps, providerId: Id<"prv">): Promise<{ data: Endpoint[] }> {
  const rows = await findEndpoints(deps.db, providerId);
  return { data: rows.map((row) => toEndpoint(row, deps.now())) };
}

export async function getEndpoint(deps: EventsDeps, providerId: Id<"prv">, id: string): Promise<Endpoint> {
  return toEndpoint(await loadEndpoint(deps, providerId, id), deps.now());
}

export async function loadEndpoint(
  deps: EventsDeps,
  providerId: Id<"prv">,
  id: string,
): Promise<EndpointRow> {
  return found(isId("whe", id) ? await findEndpoint(deps.db, providerId, id) : null);
}

function found(row: EndpointRow | null): EndpointRow {
  if (row) return row;
  throw new CheckoutError("webhook_endpoint_not_found", "You have no webhook endpoint with this id.");
}

export function refuseDisabled({ disabledReason }: EndpointRow): void {
  if (disabledReason !== null)
    throw new CheckoutError(
      "webhook_endpoint_disabled",
      `The webhook endpoint is disabled (${disabledReason}). Enable it first.`,
    );
}

/** Registers an address for a provider's events from now on, and shows its signing secret once. */
export async function createEndpoint(
  deps: EventsDeps,
  providerId: Id<"prv">,
  { url, description, event_types }: NewEndpoint,
): Promise<EndpointWithSecret> {
  const now = deps.now();
  const id = newId("whe");
  const secret = newWebhookSecret();
  const sealed = sealWebhookSecret(deps.vault, id, secret);
  const row = {
    providerId,
    id,
    url,
    description: description ?? null,
    eventTypes: event_types ?? [],
    secretSealed: sealed.bytes,
    secretKeyVersion: sealed.keyVersion,
    createdAt: now,
    updatedAt: now,
  };
  const made = await insertEndpoint(deps.db, row, MAX_ENDPOINTS);
  if (!made)
    throw new CheckoutError(
      "webhook_endpoint_limit_reached",
      `You already have ${MAX_ENDPOINTS} webhook endpoints. Delete one first.`,
    );
  return { ...toEndpoint(made, now), secret };
}

const ENABLED = { disabledReason: null, disabledAt: null, failingSince: null };

/**
 * Changes the given fields. Disabling cancels pending deliveries. After it is enabled again, an endpoint gets new events
 * only, and a replay sends those that it missed. A new address clears `failingSince`, which belongs to the old one.
 */
export async function updateEndpoint(
  deps: EventsDeps,
  providerId: Id<"prv">,
  id: string,
  { url, description, event_types, enabled }: Partial<EndpointChanges>,
): Promise<Endpoint> {
  const { id: endpointId, disabledReason, url: before } = await loadEndpoint(deps, providerId, id);
  const at = deps.now();
  const change: EndpointChange = {
    ...(url != null && url !== before && { url, failingSince: null }),
    ...(description !== undefined && { description }),
    ...(event_types !== undefined && { eventTypes: event_types ?? [] }),
    ...(enabled === true && disabledReason !== null && ENABLED),
    ...(enabled === false && disableChange(at)),
  };
  const cancel = enabled === false;
  return toEndpoint(found(await changeEndpoint(deps.db, providerId, endpointId, change, { at, cancel })), at);
}

/**
 * Gives an endpoint a new signing secret and shows it once. During the overlap the previous secret signs too. An even older
 * one stops at once.
 */
export async function rotateSecret(
  deps: EventsDeps,
  providerId: Id<"prv">,
  id: string,
  { overlap_hours }: RotateSecret,
): Promise<EndpointWithSecret> {
  const { id: endpointId } = await loadEndpoint(deps, providerId, id);
  const at = deps.now();
  const secret = newWebhookSecret();
  const until = overlap_hours > 0 ? later(at, overlap_hours * HOUR_MS) : null;
  const change = secretChange(sealWebhookSecret(deps.vault, endpointId, secret), until);
  const changed = found(await changeEndpoint(deps.db, providerId, endpointId, change, { at, cancel: false }));
  return { ...toEndpoint(changed, at), secret };
}

/** Removes an endpoint and cancels its pending deliveries. Its log is kept until the usual purge. */
export async function removeEndpoint(deps: EventsDeps, providerId: Id<"prv">, id: string): Promise<void> {
  const { id: endpointId } = await loadEndpoint(deps, providerId, id);
  const at = deps.now();
  await changeEndpoint(deps.db, providerId, endpointId, { deletedAt: at }, { at, cancel: true });
}
