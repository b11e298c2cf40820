const HELD_MS = 250;
/** A refusal costs a fraction of a millisecond: however many are held, some 200 a second are answered. */
const HELD_MS_EACH = 5;
const LONGEST_MS = 15_000;
let held = 0;

/**
 * Waits a moment before a refusal, and longer the more are held: who sends the next request as soon as one is answered
 * would otherwise keep the process busy with refusals, which all other tenants wait for.
 */
export async function hold(): Promise<void> {
  held++;
  const ms = Math.min(Math.max(HELD_MS, held * HELD_MS_EACH), LONGEST_MS);
  await new Promise((resolve) => setTimeout(resolve, ms));
  held--;
}
