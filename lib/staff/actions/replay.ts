import type { CheckoutDeps } from "../../checkout/context";
import { load } from "../../checkout/load";
import { findEndpoints } from "../../db/webhook-endpoints";
import { CheckoutError } from "../../domain/errors";
import type { Id } from "../../domain/ids";
import { replayEvents } from "../../events/replay";
import { recorded } from "../acts";
import { localMoment } from "../answers";
import type { StaffCaller } from "../caller";
import { demand } from "../permissions";
import { EVENT_WORDS } from "../words";
import type { CheckoutAction, Values } from "./action";

/** An event of the checkout, and the endpoints that take events of its type. */
async function sought(deps: CheckoutDeps, caller: StaffCaller, checkoutId: Id<"chk">, { what }: Values) {
  const record = await load(deps, caller.provider.id, checkoutId);
  const event = record.timeline.find(({ id }) => id === what);
  const all = await findEndpoints(deps.db, caller.provider.id);
  const takers = all.filter(
    ({ disabledReason, eventTypes }) =>
      disabledReason === null && event && (eventTypes.length === 0 || eventTypes.includes(event.type)),
  );
  if (!event || takers.length === 0)
    throw new CheckoutError("webhook_endpoint_not_found", "No webhook endpoint takes events of this type.");
  return { event, takers };
}

export const replay: CheckoutAction = {
  key: "replay",
  title: "Send an event again",
  permission: "replay",
  isFor: () => true,
  whyNot: ({ hasEndpoint }) => (hasEndpoint ? null : "Your system has no webhook endpoint that is enabled."),
  fields: ({ record: { timeline, provider } }) => [
    {
      name: "what",
      label: "Event",
      type: "choice",
      options: timeline.toReversed().map(({ id, type, occurredAt }) => ({
        value: id,
        label: `${EVENT_WORDS[type]}, ${localMoment(occurredAt, provider.timeZone)}`,
      })),
    },
  ],
  async preview(deps, caller, checkoutId, values) {
    demand(caller, "replay");
    const { event, takers } = await sought(deps, caller, checkoutId, values);
    const urls = takers.map(({ url }) => url).join(" and ");
    return {
      says: [
        `${EVENT_WORDS[event.type]} (${event.type}): the same event, with its old id, is sent to ${urls}.`,
        "Your system ignores it if it has handled it before.",
      ],
    };
  },
  async act(deps, caller, checkoutId, values, reason) {
    demand(caller, "replay");
    const { event, takers } = await sought(deps, caller, checkoutId, values);
    const act = { action: "replay", checkoutId, subject: event.id, reason, before: null } as const;
    return recorded(deps, caller, act, async () => {
      for (const { id } of takers) await replayEvents(deps, caller.provider.id, id, { eventId: event.id });
      return { after: { endpoints: takers.map(({ id }) => id) }, result: null };
    });
  },
};
