/** What work comes to, or, where that takes longer, what `late` returns or throws. The work itself is not ended. */
export async function inTime<T>(work: PromiseLike<T>, milliseconds: number, late: () => T): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  try {
    return await Promise.race([work, patience.then(late)]);
  } finally {
    clearTimeout(timer);
  }
}
