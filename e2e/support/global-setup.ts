import type { TestProject } from "vitest/node";
import { startTestPostgres } from "../run/postgres.mjs";
import { ensureTemplate } from "./database";
import { shareStack } from "./shared";
import { type Door, type Stack, startStack } from "./stack";

declare module "vitest" {
  interface ProvidedContext {
    /** A PostgreSQL cluster in which tests may make databases, as superuser. */
    cluster: string;
    /** The stack that most tests share: the entry points of their part over one database. */
    stack: Stack;
  }
}

/** Starts the test build behind the part's entry points on a real PostgreSQL, once for all files. */
export default async function setup(project: TestProject) {
  const postgres = await startTestPostgres();
  await ensureTemplate(postgres.url);
  // What has nothing to do with entry points goes through the server's, whichever others there are.
  const doors = new Set(
    ["server", ...(project.config.env.TEST_ENTRY_POINTS ?? "").split(",")].filter(Boolean),
  ) as Set<Door>;
  const stack = await startStack(postgres.url, {}, [...doors]);
  project.provide("cluster", postgres.url);
  project.provide("stack", stack.details);
  shareStack(stack.details);
  return async () => {
    await stack.stop();
    await postgres.stop();
  };
}
