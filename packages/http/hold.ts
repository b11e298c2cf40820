const HELD_MS = 250;
/** At 5 ms each, some 200 refusals a second are answered to one sender, however many are held. */
const EACH_OF_ONE_MS = 5;
const LONGEST_MS = 15_000;
/** What all senders' refusals add together, so that many senders at once do not keep the process busy either. */
const EACH_OF_ALL_MS = 1;
const LONGEST_OF_ALL_MS = 2_000;

const heldOf = new Map<string, number>();
let all = 0;

/**
 * Waits before a refusal, longer the more of the same sender are waiting. Otherwise a client that sends the next
 * request as soon as one is answered keeps the process busy, and every other provider waits.
 * @param sender a key or an address
 */
export async function hold(sender: string): Promise<void> {
  const own = (heldOf.get(sender) ?? 0) + 1;
  heldOf.set(sender, own);
  all += 1;
  const forOwn = Math.min(own * EACH_OF_ONE_MS, LONGEST_MS);
  const forAll = Math.min(all * EACH_OF_ALL_MS, LONGEST_OF_ALL_MS);
  await new Promise((resolve) => setTimeout(resolve, Math.max(HELD_MS, forOwn, forAll)));
  all -= 1;
  const left = (heldOf.get(sender) ?? 1) - 1;
  if (left === 0) heldOf.delete(sender);
  else heldOf.set(sender, left);
}
