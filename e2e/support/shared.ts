import type { Stack } from "./stack";

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
