import type { ReplayCommand } from "../contract/webhook-requests";
import type { ReplayScheduled } from "../contract/webhooks";
import { insertReplay, insertReplays } from "../db/webhook-replays";
import type { Id } from "../domain/ids";
import type { EventsDeps } from "./context";
import { loadEndpoint, refuseDisabled } from "./endpoints";
import { keptFrom, loadEvent } from "./read";

/** How many events one call may schedule, a few seconds of work for the database. */
const MAX_EVENTS = 10_000;

/**
 * Sends events to an endpoint again, with their old `webhook-id`: one event of any type, or all events of a period that the
 * endpoint receives, oldest first. Contract section 8.
 * @returns how many are scheduled, and where to go on if there are more
 */
export async function replayEvents(
  deps: EventsDeps,
  providerId: Id<"prv">,
  id: string,
  command: ReplayCommand,
): Promise<ReplayScheduled> {
  const endpoint = await loadEndpoint(deps, providerId, id);
  const now = deps.now();
  if (!("eventId" in command)) {
    refuseDisabled(endpoint);
    const since = new Date(Math.max(command.since.getTime(), keptFrom(now).getTime()));
    const span = { since, until: command.until ?? now, most: MAX_EVENTS };
    const { scheduled, nextSince } = await insertReplays(deps.db, providerId, endpoint.id, span, now);
    return { scheduled, ...(nextSince && { next_since: nextSince.toISOString() }) };
  }
  const event = await loadEvent(deps, providerId, command.eventId);
  refuseDisabled(endpoint);
  await insertReplay(deps.db, providerId, endpoint.id, event, now);
  return { scheduled: 1 };
}
