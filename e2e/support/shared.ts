import { type Stack, settingsOf } from "./stack";

const VARIABLE = "TEST_STACK";

/** Hands a stack to the processes that run the tests, under Vitest and under Playwright: both inherit the environment. */
export function shareStack(details: Stack): void {
  process.env[VARIABLE] = JSON.stringify(details);
}

/** The stack that the tests of this run share. @throws outside of such a run */
export function sharedStack(): Stack {
  const details = process.env[VARIABLE];
  if (!details)
    throw new Error("No stack was started: run these tests with their project, vitest or playwright");
  return JSON.parse(details);
}

/** The settings of a server beside the shared stack's: over its database and with its keys, unless `changes` say otherwise. */
export function sharedSettings(changes: Record<string, string> = {}): Record<string, string> {
  const { databaseUrl, appKeys, jobsSecret } = sharedStack();
  return { ...settingsOf(databaseUrl, appKeys, jobsSecret), ...changes };
}
