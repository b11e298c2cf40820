import type { RotateSecret } from "../contract/webhook-requests";
import type { EndpointWithSecret } from "../contract/webhooks";
import { changeEndpoint, secretChange } from "../db/webhook-endpoints";
import type { Id } from "../domain/ids";
import { HOUR_MS, later } from "../domain/time";
import type { EventsDeps } from "./context";
import { loadEndpoint, toEndpoint } from "./endpoint";
import { newWebhookSecret, sealWebhookSecret } from "./secret";

/**
 * Gives an endpoint a new signing secret and shows it, once. For the overlap the one before signs too; one that is
 * older still ends at once. Contract section 8.
 * @throws CheckoutError `webhook_endpoint_not_found`
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
  await changeEndpoint(deps.db, providerId, endpointId, change, { at, cancel: false });
  return { ...toEndpoint(await loadEndpoint(deps, providerId, id), at), secret };
}
