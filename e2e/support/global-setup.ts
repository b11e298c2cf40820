import type { TestProject } from "vitest/node";
import { startTestPostgres } from "./postgres";
import { shareStack } from "./shared";
import { type Stack, startStack } from "./stack";

declare module "vitest" {
  interface ProvidedContext {
    /** A PostgreSQL cluster in which tests may make databases, as superuser. */
    cluster: string;
    /** The stack that most tests share: both doors over one database. */
    stack: Stack;
  }
}

/** Starts a real PostgreSQL and the test build behind both doors, once for all files. */
export default async function setup(project: TestProject) {
  const postgres = await startTestPostgres();
  const stack = await startStack(postgres.url);
  project.provide("cluster", postgres.url);
  project.provide("stack", stack.details);
  shareStack(stack.details);
  return async () => {
    await stack.stop();
    await postgres.stop();
  };
}
