import type { TestProject } from "vitest/node";
import { startPostgres } from "../../scripts/lib/postgres.mjs";
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
  const postgres = await startPostgres({
    name: "test-postgres",
    settings: { fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_connections: 200 },
  });
  const stack = await startStack(postgres.url);
  project.provide("cluster", postgres.url);
  project.provide("stack", stack.details);
  return async () => {
    await stack.stop();
    await postgres.stop();
  };
}
