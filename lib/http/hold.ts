const HELD_MS = 250;
const MOST_HELD = 500;
let held = 0;

/**
 * Waits a moment before a refusal: who sends the next request as soon as one is answered would otherwise keep the
 * process busy with refusals, which all other tenants wait for. Only so many are held at once, for each holds a
 * connection.
 */
export async function hold(): Promise<void> {
  if (held >= MOST_HELD) return;
  held++;
  await new Promise((resolve) => setTimeout(resolve, HELD_MS));
  held--;
}
