import type { IdPrefix } from "../domain/ids";

/** A TypeID: the prefix and 26 characters of Crockford's base32, the first below 8. Contract section 1. */
export function idPattern(prefix: IdPrefix): string {
  return `^${prefix}_[0-7][0-9a-hjkmnp-tv-z]{25}$`;
}

export const TOKEN_PATTERN = "^cht_[0-9A-Za-z]{43}$";
export const EXAMPLE_TOKEN = "cht_5f0VbM2sYqLw8tGzKc1RnXd7JhPaUe3ToAyBi6QvNk4";
