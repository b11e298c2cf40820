/**
 * Asks until there is something other than undefined, null or false.
 * @throws Error when that takes longer than `seconds`
 */
export async function until<T>(
  what: string,
  look: () => Promise<T> | T,
  { seconds = 20 } = {},
): Promise<Exclude<T, undefined | null | false>> {
  for (const end = Date.now() + seconds * 1000; ; ) {
    const found = await look();
    if (found !== undefined && found !== null && found !== false)
      return found as Exclude<T, undefined | null | false>;
    if (Date.now() > end) throw new Error(`${what}: not within ${seconds} s`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
