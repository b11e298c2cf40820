import { expect, it } from "vitest";
import { holdInPlace, SEED } from "../support/model/hold";

const RUNS = Number(process.env.MODEL_RUNS ?? 8);

it(`${RUNS} random runs of operations at once on one order are those of the model, seed ${SEED}`, async () => {
  const wins = await holdInPlace(RUNS);
  // In some hundreds of runs each wins dozens of times; fewer are for who looks for a fault.
  if (RUNS >= 200) for (const won of Object.values(wins)) expect(won).toBeGreaterThan(0);
}, 3_600_000);
