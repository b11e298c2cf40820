import type { StoredRecord } from "../../db/checkout-records";
import { eventInto } from "../../domain/states";
import { localMoment } from "../answers";

/** When the checkout came to its status, on the provider's clock. */
export function statusSince({ checkout, timeline, provider }: StoredRecord): string {
  const type = eventInto(checkout.checkoutStatus);
  const event = timeline.findLast((one) => one.type === type);
  return localMoment(event?.occurredAt ?? checkout.updatedAt, provider.timeZone);
}
