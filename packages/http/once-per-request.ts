/**
 * Reads once within a request, however many parts of it ask. A read that failed is tried again.
 * @param requestOf the request under way, as an object of its own; undefined where none is known, and each asks for itself
 */
export function oncePerRequest<T>(requestOf: () => object | undefined, read: (key: string) => Promise<T>) {
  const last = new WeakMap<object, { key: string; value: Promise<T> }>();
  return {
    ask(key: string): Promise<T> {
      const request = requestOf();
      const known = request && last.get(request);
      if (known?.key === key) return known.value;
      const value = read(key);
      if (request) {
        last.set(request, { key, value });
        value.catch(() => last.get(request)?.value === value && last.delete(request));
      }
      return value;
    },
    /** After a write, the next caller reads again. */
    forget(): void {
      last.delete(requestOf() ?? {});
    },
  };
}
