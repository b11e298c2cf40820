import fc from "fast-check";

/** `FUZZ_RUNS` bodies for each operation, or as many as the door has by default; `FUZZ_SEED` for others. */
export const runsOf = (byDefault: number) => Number(process.env.FUZZ_RUNS ?? byDefault);
export const SEED = Number(process.env.FUZZ_SEED ?? 20_261_121);

/** Only what hangs takes as long, however many are tried on whatever machine. */
export const HANGS_MS = 1_800_000;

const AT_ONCE = 16;

/** Tries a property on so many examples, sixteen requests under way at a time. A fault names the seed, shrunk. */
export async function tryOn<T>(
  arbitrary: fc.Arbitrary<T>,
  runs: number,
  check: (example: T) => Promise<void>,
) {
  const together = fc.array(arbitrary, { minLength: AT_ONCE, maxLength: AT_ONCE });
  const property = fc.asyncProperty(together, async (examples) => {
    await Promise.all(examples.map(check));
  });
  await fc.assert(property, { seed: SEED, numRuns: Math.ceil(runs / AT_ONCE) });
}
