export { MAX_INSTALMENTS } from "../../drizzle/vocabulary";

/** How many ignored fields a response names at most. */
export const MAX_WARNINGS = 50;

/** Items on a page of a list. Contract section 6. */
export const LONGEST_PAGE = 100;

/** How many field errors a response names at most: it must not grow with the request. */
export const MAX_ERRORS = 100;

/** Parameters of a URL's query. Contract section 11. */
export const MAX_QUERY_PARAMETERS = 50;

/** Looks no further than the limit. */
export function hasTooManyParameters(query: string): boolean {
  let at = -1;
  for (let count = 0; count < MAX_QUERY_PARAMETERS; count++) {
    at = query.indexOf("&", at + 1);
    if (at < 0) return false;
  }
  return true;
}

/** Of one provider. */
export const MAX_ENDPOINTS = 20;

/** How far ahead a plan may begin. Contract section 4. */
export const LATEST_FIRST_DAYS = 365;

/** Bytes of a request's body, of the API or from a form. Contract sections 1 and 11. */
export const MAX_BODY_BYTES = 64 * 1024;
/** Of a form with a file: a logo, or a text that a provider publishes. */
export const MAX_FILE_FORM_BYTES = 320 * 1024;

/** Days for which an idempotency key and its response are kept. Contract section 4. */
export const IDEMPOTENCY_KEPT_DAYS = 31;
/** In the log that the console shows. */
export const REQUESTS_KEPT_DAYS = 7;

/** Characters of what staff write about an act. */
export const MAX_REASON = 500;

/** Characters. Contract section 1. */
export const LONGEST = {
  name: 100,
  course: 200,
  email: 254,
  reference: 255,
} as const;

/** Pairs of one checkout, characters of a key and of a value, and bytes of all together. Contract section 4. */
export const METADATA = { pairs: 20, key: 40, value: 500, bytes: 8 * 1024 } as const;
