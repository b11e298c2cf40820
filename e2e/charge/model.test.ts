import { it } from "vitest";
import { holdInPlace, SEED } from "../support/model/hold";

/** The long form, with as many runs as it takes for each race to be won by each side, is in e2e/faults. */
const RUNS = 8;

it(`${RUNS} random runs of operations at once on one order are those of the model, seed ${SEED}`, async () => {
  await holdInPlace(RUNS);
});
