/** Contract section 4. */
export const MAX_INSTALMENTS = 104;

/** The most ignored members that an answer names. */
export const MOST_WARNINGS = 50;

/** Items on a page of a list. Contract section 6. */
export const LONGEST_PAGE = 100;

/** More field errors than any request can have. */
export const MOST_ERRORS = 10_000;

/** Of one provider. D-106 */
export const MOST_ENDPOINTS = 20;

/** How far ahead a plan may begin. Contract section 4. */
export const LATEST_FIRST_DAYS = 365;

/** Bytes of a request's body, of the API or from a form. Contract sections 1 and 11. */
export const MAX_BODY_BYTES = 64 * 1024;

/** Days for which an idempotency key and its answer are kept. Contract section 4. */
export const IDEMPOTENCY_KEPT_DAYS = 31;

/** Characters. Contract section 1, D-009 */
export const LONGEST = {
  name: 100,
  course: 200,
  email: 254,
  reference: 255,
} as const;

/** Pairs of one checkout, and the characters of a key and of a value. Contract section 4. */
export const METADATA = { pairs: 20, key: 40, value: 500 } as const;
