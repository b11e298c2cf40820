import type postgres from "postgres";
import type { Query, Rows } from "./connection";

/** What a statement says of itself when it is sent. */
export interface Declared extends postgres.UnsafeQueryOptions {
  /** It only reads. Outside a transaction it is sent again where its connection was lost; any other is never sent twice. */
  isRead?: true;
  /** It has no name, and is planned for its values each time. */
  isPlannedAnew?: true;
}

/** A query as Drizzle awaits it, or its `values()`. */
export interface Sendable extends PromiseLike<Rows> {
  values(): PromiseLike<Rows>;
}

/** What Drizzle uses of a driver in a transaction. */
export interface Inner {
  unsafe(text: string, args?: readonly unknown[], declared?: Declared): Sendable;
  savepoint<T>(work: (inner: Inner) => Promise<T>): Promise<T>;
}

/** As it is awaited, and once, however often it is. */
export function sentOnce(query: Query, send: (query: Query) => Promise<Rows>): Sendable {
  let sent: Promise<Rows> | undefined;
  return {
    values: () => sentOnce({ ...query, asValues: true }, send),
    // biome-ignore lint/suspicious/noThenProperty: it stands for the driver's query, which is awaited
    then(...callbacks) {
      sent ??= send(query);
      return sent.then(...callbacks);
    },
  };
}
