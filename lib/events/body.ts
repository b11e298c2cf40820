import type { Environment } from "../domain/environment";
import type { EventType } from "../domain/states";

/** An event as its row, or a test, holds it. */
interface EventParts {
  id: string;
  type: EventType;
  occurredAt: Date;
  /** Counts the events of one checkout. */
  sequence: number;
  data: Record<string, unknown>;
}

/** An event as a provider sees it, by webhook and by `GET /v1/events/{id}` alike: the same members in the same order. */
export function eventBody(event: EventParts, environment: Environment) {
  return {
    id: event.id,
    type: event.type,
    timestamp: event.occurredAt.toISOString(),
    sequence: event.sequence,
    environment,
    data: event.data,
  };
}
