import { expect, it } from "vitest";
import { holdInPlace, runsOf, SEED } from "../support/model/hold";

const RUNS = runsOf(1_000);
/** Only what hangs takes as long, on whatever machine. */
const HANGS_MS = 3_600_000;

it(`${RUNS} random runs of operations at once on one order are those of the model, seed ${SEED}`, {
  timeout: HANGS_MS,
}, async () => {
  const wins = await holdInPlace(RUNS);
  console.error(`Seed ${SEED}, ${RUNS} runs. Of simultaneous ends of a plan these won:`, wins);
  // In some hundreds of runs each wins dozens of times; fewer are for who looks for a fault.
  if (RUNS >= 200) for (const won of Object.values(wins)) expect(won).toBeGreaterThan(0);
});
