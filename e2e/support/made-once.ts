/** Makes a thing when it is first asked for, or one for each name, and gives the same ever after. */
export function madeOnce<Name extends [name?: string], T>(
  make: (...name: Name) => Promise<T>,
): (...name: Name) => Promise<T> {
  const made = new Map<string | undefined, Promise<T>>();
  return (...name) => {
    const found = made.get(name[0]) ?? make(...name);
    made.set(name[0], found);
    // A test that is tried again has it made anew.
    found.catch(() => made.delete(name[0]));
    return found;
  };
}
