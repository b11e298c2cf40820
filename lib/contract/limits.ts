/** The most instalments of a plan. Contract section 4. */
export const MAX_INSTALMENTS = 104;

/** The most ignored members that an answer names. */
export const MOST_WARNINGS = 50;

/** The longest page of a list. Contract section 6. */
export const LONGEST_PAGE = 100;

/** More field errors than any request can have: each parameter of the longest query, say. */
export const MOST_ERRORS = 10_000;

/** The most webhook endpoints of a provider. */
export const MOST_ENDPOINTS = 20;
