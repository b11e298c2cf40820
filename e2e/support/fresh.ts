import { inject } from "vitest";
import { makeDatabase } from "./database";
import { settingsOf } from "./stack";

/** Settings of a server over that database, with the keys that the tests' own servers have. */
export function settingsOver(databaseUrl: string) {
  const { appKeys, jobsSecret } = inject("stack");
  return settingsOf(databaseUrl, appKeys, jobsSecret);
}

/** The same over a new database. */
export const freshSettings = async () => settingsOver(await makeDatabase(inject("cluster")));
