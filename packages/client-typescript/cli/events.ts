import type { WebhookEvent } from "../index.js";
import { type Call, type Command, oneOf, optionOf } from "./command.js";
import { EVENT_TYPES, followEvents, momentOf } from "./follow.js";

/** The options of what follows events. */
export const FOLLOWING = {
  since: { value: "WHEN", help: "From then on: 30m, 2d or 2026-11-24T09:00Z; from now on without it" },
  "event-type": { value: "TYPE", help: "Only these types; once for each", multiple: true },
};

/** The events that a call asks for, with its troubles told on the way. */
export function eventsOf(call: Call): AsyncGenerator<WebhookEvent, void, undefined> {
  const since = optionOf(call, "since");
  return followEvents(call.client, {
    since: since === undefined ? undefined : momentOf(since),
    types: call.values("event-type").map((type) => oneOf("--event-type", type, EVENT_TYPES)),
    signal: call.signal,
    onTrouble: (error) =>
      call.note(
        error ? `The events cannot be read: ${(error as Error).message}` : "The events can be read again.",
      ),
  });
}

export const TAIL: Command = {
  words: [],
  summary: "Prints each event as it happens, until Ctrl-C",
  options: FOLLOWING,
  hasJson: true,
  async run(call) {
    for await (const event of eventsOf(call)) {
      const { id, type, timestamp, data } = event;
      const line = [timestamp, type, id, data.checkout.checkout_id, data.provider.provider_order_id];
      call.print(call.json ? JSON.stringify(event) : `${line.join("  ")}  ${data.checkout_status}`);
    }
  },
};
