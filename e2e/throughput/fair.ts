import { expect } from "vitest";
import { Api } from "../support/api";
import { untilUndisturbed } from "../support/measure";
import { makeProvider } from "../support/provider";
import { startedPlan } from "../support/scenes";
import { type Call, measure, type Round } from "./calls";

/** Below it, twice is what a busy machine does by itself: one slice of its time given to somebody else. */
const FLOOR_MS = 25;
export const SECONDS = 4;
const ROUNDS = 8;

/** A tenant's own call, on a server that is warm. */
export async function callOf(url: string): Promise<Call> {
  const provider = await makeProvider();
  const { id } = await startedPlan(new Api(url, provider.key), provider);
  const call = { url: `${url}/v1/provider-checkouts/${id}`, key: provider.key };
  await measure(call, 1, null);
  return call;
}

/**
 * The call never fails, and its p99 stays within twice its normal.
 *
 * @param beside measures it beside others' requests; `isGood` judges what else it finds
 */
export async function expectFair<T extends Round>(
  call: Call,
  beside: () => Promise<T>,
  isGood: (found: T) => boolean = () => true,
): Promise<void> {
  const most = (alone: Round) => 2 * Math.max(alone.p99, FLOOR_MS);
  const { alone, during } = await untilUndisturbed(
    "alone, and beside others",
    async () => {
      const [alone, during] = [await measure(call, SECONDS, null), await beside()];
      expect([alone.failures, during.failures]).toEqual([0, 0]);
      return { alone, during };
    },
    (found) => found.during.p99 <= most(found.alone) && isGood(found.during),
    ROUNDS,
  );
  console.error(`${JSON.stringify(alone)} alone, ${JSON.stringify(during)} beside others`);
  expect(during.p99, `alone ${alone.p99} ms`).toBeLessThanOrEqual(most(alone));
  expect(isGood(during), JSON.stringify(during)).toBe(true);
}
