/** Milliseconds that a statement may take: a request's caller waits for ten seconds at most. */
const STATEMENT_MS = 15_000;
/** Milliseconds that it may wait for a lock. */
export const LOCK_MS = 3_000;

/** Sets what a session's statements may take. */
export const settingsOf = (lockMs = LOCK_MS): string[] => [
  `set statement_timeout = ${STATEMENT_MS}`,
  `set lock_timeout = ${lockMs}`,
];
