/** What types cannot see by themselves, each checked where it is asked. */

/** @param what names it in the fault, where it is missing although the code around it rules that out */
export function present<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new TypeError(`There is no ${what}`);
  return value;
}

/** @throws RangeError for an empty list */
export function firstAndLast<T>(list: readonly T[]): [first: T, last: T] {
  const [first, last] = [list[0], list.at(-1)];
  if (first === undefined || last === undefined) throw new RangeError("The list is empty");
  return [first, last];
}

export function isOneOf<const T>(all: readonly T[], value: unknown): value is T {
  return all.some((one) => one === value);
}

export function isKeyOf<T extends object>(table: T, key: PropertyKey): key is keyof T {
  return Object.hasOwn(table, key);
}

/** The keys of a table that has no others than its type says. */
export function keysOf<T extends object>(table: T): (keyof T & string)[] {
  return Object.keys(table) as (keyof T & string)[];
}

/** Whether the row has what its state says that it has: a nullable column cannot say so itself. */
function hasAll<T extends object, K extends keyof T>(
  row: T,
  names: readonly K[],
): row is T & { [N in K]: NonNullable<T[N]> } {
  return names.every((name) => row[name] !== null && row[name] !== undefined);
}

/** @throws TypeError where one of them is missing, which the row's state rules out */
export function filled<T extends object, K extends keyof T>(row: T, ...names: K[]) {
  if (!hasAll(row, names)) throw new TypeError(`A row lacks one of: ${names.join(", ")}`);
  return row;
}

export function tableOf<K extends string, V>(keys: readonly K[], value: (key: K) => V): Record<K, V> {
  return Object.fromEntries(keys.map((key) => [key, value(key)])) as Record<K, V>;
}

/** Of whatever was thrown or read, which may not be an object. */
export function propertyOf(value: unknown, name: PropertyKey): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

/** The code of an error of the system, the driver or PostgreSQL; "" where it has none. */
export function codeOf(error: unknown): string {
  const code = propertyOf(error, "code");
  return typeof code === "string" ? code : "";
}
