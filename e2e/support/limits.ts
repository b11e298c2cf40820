/** Only what hangs takes as long, on any machine: it was not enough for one with forty processes for two cores. */
export const HANGS_MS = 600_000;

/** The longest that a setting takes. */
const LONGEST_MS = "120000";

/** What a test server waits for everything that it waits for: a test about a limit sets its own. */
export const NO_HURRY = {
  GATEWAY_TIMEOUT_MS: LONGEST_MS,
  WEBHOOK_TIMEOUT_MS: LONGEST_MS,
  SMTP_TIMEOUT_MS: LONGEST_MS,
  TEST_LIMIT_MS: LONGEST_MS,
};

/** The same settings with the service's own limits. */
export const hurried = (settings: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(settings).filter(([name]) => !(name in NO_HURRY)));
