import type { Endpoint } from "../contract/webhooks";
import { type EndpointRow, findEndpoint, findEndpoints } from "../db/webhook-endpoints";
import { CheckoutError } from "../domain/errors";
import { type Id, isId } from "../domain/ids";
import type { EventsDeps } from "./context";

/** An endpoint as its provider sees it, without its secret. Contract section 8. */
export function toEndpoint(row: EndpointRow, now: Date): Endpoint {
  const until = row.previousSecretUntil;
  return {
    endpoint_id: row.id,
    url: row.url,
    description: row.description,
    event_types: row.eventTypes,
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

/** @throws CheckoutError `webhook_endpoint_not_found` */
export async function getEndpoint(deps: EventsDeps, providerId: Id<"prv">, id: string): Promise<Endpoint> {
  return toEndpoint(await loadEndpoint(deps, providerId, id), deps.now());
}

/** @throws CheckoutError `webhook_endpoint_not_found`, also for another provider's and for one that was removed */
export async function loadEndpoint(
  deps: EventsDeps,
  providerId: Id<"prv">,
  id: string,
): Promise<EndpointRow> {
  const row = isId("whe", id) ? await findEndpoint(deps.db, providerId, id) : null;
  if (!row)
    throw new CheckoutError(
      "webhook_endpoint_not_found",
      "No webhook endpoint with this id belongs to the provider.",
    );
  return row;
}

/** @throws CheckoutError `webhook_endpoint_disabled` */
export function refuseDisabled({ disabledReason }: EndpointRow): void {
  if (disabledReason !== null)
    throw new CheckoutError(
      "webhook_endpoint_disabled",
      `The webhook endpoint is disabled (${disabledReason}); enable it first.`,
    );
}
