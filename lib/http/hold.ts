const HELD_MS = 250;
/** A refusal costs a fraction of a millisecond: of one sender some 200 a second are answered, however many are held. */
const EACH_OF_ONE_MS = 5;
const LONGEST_MS = 15_000;
/** What those of all others add, so that many senders together get no more than they can be given. */
const EACH_OF_ALL_MS = 1;
const LONGEST_OF_ALL_MS = 2_000;

const heldOf = new Map<string, number>();
let all = 0;

/**
 * Waits a moment before a refusal, and longer the more are held of the same sender: who sends the next request as soon
 * as one is answered would otherwise keep the process busy with refusals, which all other tenants wait for.
 * @param sender whoever is refused: a key or an address
 */
export async function hold(sender: string): Promise<void> {
  const own = (heldOf.get(sender) ?? 0) + 1;
  heldOf.set(sender, own);
  all += 1;
  const forOwn = Math.min(own * EACH_OF_ONE_MS, LONGEST_MS);
  const forAll = Math.min(all * EACH_OF_ALL_MS, LONGEST_OF_ALL_MS);
  await new Promise((resolve) => setTimeout(resolve, Math.max(HELD_MS, forOwn, forAll)));
  all -= 1;
  const left = heldOf.get(sender)! - 1;
  if (left === 0) heldOf.delete(sender);
  else heldOf.set(sender, left);
}
