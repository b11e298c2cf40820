import { expect, inject, onTestFinished } from "vitest";
import { checkIntegrity } from "../../../tools/integrity/check";
import { makeDatabase } from "../database";
import { depsHere } from "../here";
import { settingsOf } from "../stack";
import { holdToModel, type Wins } from "./run";

export const SEED = Number(process.env.MODEL_SEED ?? 20_261_122);

/** In a database of the test's own, which keeps every promise afterwards. */
export async function holdInPlace(runs: number): Promise<Wins> {
  const { appKeys, jobsSecret } = inject("stack");
  const deps = depsHere(settingsOf(await makeDatabase(inject("cluster")), appKeys, jobsSecret));
  onTestFinished(() => deps.close());
  const wins = await holdToModel(deps, { runs, seed: SEED });
  const violated = (await checkIntegrity(deps)).filter(({ violations }) => violations > 0);
  expect(violated).toEqual([]);
  return wins;
}
