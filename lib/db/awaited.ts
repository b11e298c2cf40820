/** A query of the driver, which is sent when it is awaited. Drizzle awaits the query, or its `values()`. */
export interface Query extends PromiseLike<unknown> {
  values(): Query;
}

/** The query with something around its run. */
export function onceAwaited<Q extends Query>(query: Q, run: (query: Q) => Promise<unknown>): Query {
  return {
    values: () => onceAwaited(query.values() as Q, run),
    // biome-ignore lint/suspicious/noThenProperty: it stands for the driver's query, which is awaited
    then: (...callbacks: Parameters<Query["then"]>) => run(query).then(...callbacks) as never,
  };
}
