import { HANGS_MS } from "./limits";

/**
 * Asks until there is something other than undefined, null or false.
 * @throws Error when there is nothing for so long that there never will be
 */
export async function until<T>(
  what: string,
  look: () => Promise<T> | T,
  { seconds = HANGS_MS / 1_000 } = {},
): Promise<Exclude<T, undefined | null | false>> {
  for (const from = performance.now(); ; ) {
    const found = await look();
    if (found !== undefined && found !== null && found !== false)
      return found as Exclude<T, undefined | null | false>;
    if (performance.now() - from > seconds * 1_000) throw new Error(`${what}: not within ${seconds} s`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
