import type { CheckoutDeps } from "../../checkout/context";
import { findEndpoints } from "../../db/webhook-endpoints";
import { CheckoutError } from "../../domain/errors";
import { replayEvents } from "../../events/replay";
import { localMoment } from "../answers";
import { EVENT_WORDS } from "../words";
import type { CheckoutAction, Facts, Values } from "./action";

/** An event of the checkout, and the endpoints that take events of its type. */
async function sought({ db }: CheckoutDeps, { record }: Facts, { what }: Values) {
  const { providerId } = record.checkout;
  const event = record.timeline.find(({ id }) => id === what);
  const all = await findEndpoints(db, providerId);
  const takers = all.filter(
    ({ disabledReason, eventTypes }) =>
      disabledReason === null && event && (eventTypes.length === 0 || eventTypes.includes(event.type)),
  );
  if (!event || takers.length === 0)
    throw new CheckoutError("webhook_endpoint_not_found", "No webhook endpoint takes events of this type.");
  return { event, takers, providerId };
}

export const replay: CheckoutAction = {
  key: "replay",
  title: "Send an event again",
  permission: "replay",
  records: "replay",
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
  async preview(facts, values, deps) {
    const { event, takers } = await sought(deps, facts, values);
    const urls = takers.map(({ url }) => url).join(" and ");
    return {
      says: [
        `${EVENT_WORDS[event.type]} (${event.type}): the same event, with its old id, is sent to ${urls}.`,
        "Your system ignores it if it has handled it before.",
      ],
    };
  },
  async act(facts, values, deps) {
    const { event, takers, providerId } = await sought(deps, facts, values);
    return {
      subject: event.id,
      async work() {
        for (const { id } of takers) await replayEvents(deps, providerId, id, { eventId: event.id });
        return { endpoints: takers.map(({ id }) => id) };
      },
    };
  },
};
