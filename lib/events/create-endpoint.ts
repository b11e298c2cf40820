import type { NewEndpoint } from "../contract/webhook-requests";
import type { EndpointWithSecret } from "../contract/webhooks";
import { insertEndpoint } from "../db/webhook-endpoints";
import { CheckoutError } from "../domain/errors";
import { type Id, newId } from "../domain/ids";
import { MOST_ENDPOINTS } from "../domain/limits";
import type { EventsDeps } from "./context";
import { loadEndpoint, toEndpoint } from "./endpoint";
import { newWebhookSecret, sealWebhookSecret } from "./secret";

/**
 * Registers an address for a provider's events from now on, and shows its signing secret, once. Contract section 8.
 * @throws CheckoutError `webhook_endpoint_limit_reached`
 */
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
  if (!(await insertEndpoint(deps.db, row, MOST_ENDPOINTS)))
    throw new CheckoutError(
      "webhook_endpoint_limit_reached",
      `A provider has at most ${MOST_ENDPOINTS} webhook endpoints; remove one first.`,
    );
  return { ...toEndpoint(await loadEndpoint(deps, providerId, id), now), secret };
}
