/**
 * Measures until a figure is good, for so many rounds at most, and gives the last. What else the machine does can only
 * make a figure worse: one that is good is the code's own. Only the figure is to be judged here; what has to be right in
 * every round is asserted inside of it.
 */
export async function untilUndisturbed<T>(
  what: string,
  measure: () => Promise<T>,
  isGood: (measured: T) => boolean,
  rounds: number,
): Promise<T> {
  let measured = await measure();
  for (let round = 2; round <= rounds && !isGood(measured); round++) {
    // The reporters of the parts let lines pass that begin so.
    console.error(`Measured again (${round} of ${rounds}): ${what}: ${JSON.stringify(measured)}`);
    measured = await measure();
  }
  return measured;
}
