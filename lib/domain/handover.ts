/** What one part of a request has read for the next, so that it is not read twice. */
export interface Handover<T> {
  give(key: string, value: T): void;
  look(key: string): T | undefined;
  /** Once: whoever asks again, such as after a write, reads anew. */
  take(key: string): T | undefined;
}

/** @param requestOf the request under way, as an object of its own; undefined where none is known, and nothing is kept */
export function createHandover<T>(requestOf: () => object | undefined): Handover<T> {
  const given = new WeakMap<object, { key: string; value: T }>();
  function look(key: string): T | undefined {
    const last = given.get(requestOf() ?? {});
    return last?.key === key ? last.value : undefined;
  }
  return {
    give(key, value) {
      const request = requestOf();
      if (request) given.set(request, { key, value });
    },
    look,
    take(key) {
      const value = look(key);
      if (value !== undefined) given.delete(requestOf() ?? {});
      return value;
    },
  };
}
