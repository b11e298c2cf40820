import { dispatchBatch } from "../db/webhook-deliveries";
import type { Clock, DeliveryDeps } from "./context";

const BATCH = 500;
const MOST_BATCHES = 20;

/**
 * Makes deliveries, and mails to students, of events that have none yet. What is left has its turn when this is called
 * again.
 */
export async function dispatchEvents(
  { db, mail }: Pick<DeliveryDeps, "db" | "mail">,
  clock: Clock,
): Promise<number> {
  let events = 0;
  for (let batches = 0; batches < MOST_BATCHES; batches++) {
    const found = await dispatchBatch(db, clock(), BATCH, mail !== null);
    events += found;
    if (found < BATCH) break;
  }
  return events;
}
