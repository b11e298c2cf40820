import { isCalendarDate } from "../../../packages/dates/calendar";
import { instantInZone } from "../../../packages/dates/zone";
import { isOneOf } from "../../../packages/text/narrow";
import { replayRequest } from "../../contract/webhook-requests";
import { EVENT_TYPES } from "../../domain/states";
import { replayEvents } from "../../events/replay";
import { testEndpoint } from "../../events/send-test";
import { EVENT_WORDS } from "../words";
import type { SetUpAction } from "./action";
import { deliveryAt, endpointAt } from "./endpoints";
import { optional, required, text } from "./fields";
import { onEndpoint, read, typeOption } from "./on-endpoint";

const OLD_ID = "Each event keeps its id: your system ignores those that it has handled.";

const PERIOD = [
  required("since", "Since", { hint: "On your clock, such as 2026-11-20 09:00" }),
  optional("until", "Until", { hint: "Leave it empty for all until now" }),
];

const DISABLED = { notice: "The endpoint is disabled. Enable it first." };

const test = onEndpoint("test", "Send a test", ({ id, disabledReason, eventTypes }, deps, { provider }) => {
  if (disabledReason !== null) return DISABLED;
  const options = (eventTypes.length > 0 ? eventTypes : EVENT_TYPES).map(typeOption);
  return {
    says: [
      "An event of a made-up checkout, whose order begins with TEST-, is sent to the address.",
      "The next page shows what the endpoint responded.",
    ],
    fields: [text("type", "Event", { type: "choice", options, value: options[0]?.value })],
    read:
      ({ type = "" }) =>
      async () => {
        const chosen = isOneOf(EVENT_TYPES, type) ? type : null;
        const { delivery_id, event_id, event_type } = await testEndpoint(deps, provider.id, id, chosen);
        const path = `/set-up/endpoints/${id}?delivery=${delivery_id}`;
        return { after: { delivery_id, event_id, event_type }, path };
      },
  };
});

const replay = onEndpoint("replay", "Send events of a period again", (row, deps, { provider }) => {
  if (row.disabledReason !== null) return DISABLED;
  return {
    says: [
      "All events of the period that the endpoint receives are sent to it, oldest first.",
      "About 10,000 are sent at a time. If there are more, the receipt has the time to go on from, as next_since.",
      OLD_ID,
    ],
    fields: PERIOD,
    read({ since = "", until = "" }) {
      const from = localTime(since, provider.timeZone);
      const to = until === "" ? null : localTime(until, provider.timeZone);
      const wrong = "enter a date and time such as 2026-11-20 09:00";
      if (from === undefined) return { errors: { since: `Since: ${wrong}` } };
      if (to === undefined) return { errors: { until: `Until: ${wrong}` } };
      const typed = read(replayRequest, { since: from, until: to }, PERIOD);
      if ("errors" in typed) return typed;
      return async () => ({ after: await replayEvents(deps, provider.id, row.id, typed.value) });
    },
  };
});

/** As the API takes it, which it may be already; undefined for what is no time. */
function localTime(typed: string, timeZone: string): string | undefined {
  if (typed.endsWith("Z")) return typed;
  const [, day = "", time] = /^(\d{4}-\d\d-\d\d)[ T]((?:[01]\d|2[0-3]):[0-5]\d)$/.exec(typed) ?? [];
  return isCalendarDate(day) ? instantInZone(`${day}T${time}`, timeZone).toISOString() : undefined;
}

const resend: SetUpAction = {
  part: "endpoints",
  key: "resend",
  title: "Send an event again",
  async open(deps, caller, id) {
    const found = await deliveryAt(deps.db, caller, id);
    const row = found && (await endpointAt(deps.db, caller, found.delivery.endpointId));
    if (!row) return null;
    const { eventId, eventType, testData } = found.delivery;
    if (testData) return { notice: "The event of a test is not kept. Send another test." };
    if (row.disabledReason !== null) return DISABLED;
    return {
      about: `${EVENT_WORDS[eventType]}, to ${row.url}`,
      what: `${eventId} to ${row.id}`,
      says: ["The event is sent once more to this endpoint.", OLD_ID],
      read: () => async () => ({ after: await replayEvents(deps, caller.provider.id, row.id, { eventId }) }),
    };
  },
};

export const SEND_ACTIONS = [test, replay, resend];
