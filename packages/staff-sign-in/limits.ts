/** A session ends when nobody uses it for so long, and at the latest so long after it began. */
export const MAX_IDLE_S = 2 * 3600;
export const MAX_SESSION_MS = 12 * 3_600_000;
/** For the second step of a sign-in. */
export const MAX_CODE_WAIT_S = 600;
export const MIN_PASSWORD = 12;
export const MAX_PASSWORD = 128;
