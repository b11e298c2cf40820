/** So many accounts, or debits of one, are asked about at the same time. */
const AT_ONCE = 20;

/** Work that waits for a processor, some at a time, so that one that says nothing holds up few. */
export async function someAtOnce<T, R>(all: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  for (let next = 0; next < all.length; next += AT_ONCE)
    done.push(...(await Promise.all(all.slice(next, next + AT_ONCE).map(work))));
  return done;
}
