/** The database of the demo and of development: the one that is asked for, or an embedded one. */

import { Problem } from "../../server/program/problem.mjs";
import { startPostgres } from "../postgres/postgres.mjs";
import { endRunning } from "../shared/run.mjs";

/**
 * @param {import("../../server/program/log.mjs").Log} log
 * @param {{ before: (step: () => Promise<unknown>) => void }} shutdown
 * @param {string} [given] the URL that is asked for
 * @returns {Promise<string>} its URL
 */
export async function openDatabase(log, shutdown, given = process.env.DATABASE_URL) {
  if (given) {
    // The driver takes several hosts, `a:5432,b:5432`, which is no URL to Node.
    const first = given.replace(/,[^/?@]*(?=[/?]|$)/, "");
    if (!URL.canParse(first))
      throw new Problem("DATABASE_URL is not a URL like postgres://user:password@localhost:5432/database.");
    // Without the password, which has no place on a screen.
    const { host, pathname } = new URL(first);
    log.line(`✓ Using the database at ${host}${pathname}`);
    return given;
  }
  const starting = log.step(
    "Starting PostgreSQL",
    () => startPostgres({ name: "postgres", log }),
    ({ version, reused }) => `PostgreSQL ${version} ${reused ? "was still running" : "started"}`,
  );
  // Registered before it has started: being interrupted meanwhile must not leave it running.
  shutdown.before(async () => {
    const database = await starting.catch(() => undefined);
    await endRunning();
    await database?.stop();
  });
  return (await starting).url;
}
