import { describe, expect, it } from "vitest";
import { measure, type Round } from "../../scripts/lib/fairness";
import { Api } from "../support/api";
import { makeProvider } from "../support/provider";
import { startedPlan } from "../support/scenes";
import { limitedServer } from "./servers";

/** Below it, twice is what a busy machine does by itself: one slice of its time given to somebody else. */
const FLOOR_MS = 25;
const SECONDS = 4;
const ROUNDS = 4;

describe("a tenant that floods the API", () => {
  it.each([
    ["requests", 0],
    ["requests with bodies", 32_000],
  ])("with %s leaves another's p99 within twice its normal", { timeout: 120_000 }, async (_, bodyBytes) => {
    const { url } = await limitedServer();
    const [flooding, steady] = [await makeProvider(), await makeProvider()];
    const { id } = await startedPlan(new Api(url, steady.key), steady);
    const call = { url: `${url}/v1/provider-checkouts/${id}`, key: steady.key };
    const flood = { url: `${url}/v1/provider-checkouts`, key: flooding.key, connections: 16, bodyBytes };
    await measure(call, 1, null);
    const seen: [alone: Round, beside: Round][] = [];
    // What else runs on the machine is in each round's figures: one undisturbed round shows what a flood does.
    for (let round = 0; round < ROUNDS; round++) {
      const alone = await measure(call, SECONDS, null);
      const beside = await measure(call, SECONDS, flood);
      expect([alone.failures, beside.failures]).toEqual([0, 0]);
      expect(beside.flood[429]).toBeGreaterThan(50);
      seen.push([alone, beside]);
      if (isFair(alone, beside)) return;
    }
    throw new Error(`No round was fair: ${JSON.stringify(seen)}`);
  });
});

const isFair = (alone: Round, beside: Round) => beside.p99 <= 2 * Math.max(alone.p99, FLOOR_MS);
