/** The tests' own database server, which gives up durability for speed: no test kills it. */
import { randomBytes } from "node:crypto";
import { startPostgres } from "../../tools/postgres/postgres.mjs";

/** Names the server, as its superuser, that a run's parts share; or one of somebody's own, where none can be started. */
export const TEST_CLUSTER = "TEST_CLUSTER";
/** Begins the names of a run's databases, so that it drops its own. */
const TEST_RUN = "TEST_RUN";

/**
 * The server of the run that this process belongs to, or one for a run of its own.
 *
 * @returns {Promise<{ url: string, isJoined: boolean, stop: () => Promise<unknown> }>} `isJoined`: it was running already
 */
export async function startTestPostgres() {
  const given = process.env[TEST_CLUSTER];
  const run = process.env[TEST_RUN];
  if (given && run) return { url: given, isJoined: true, stop: async () => {} };
  const own = `test_${randomBytes(4).toString("hex")}`;
  // Processes that are started from here inherit it.
  process.env[TEST_RUN] = own;
  const { url, reused, stop } = given ? { url: given, reused: true, stop: async () => {} } : await start();
  // Nobody is at work on a server that was not running: what is there was left behind by a run that was killed.
  if (!reused) await dropDatabases(url, "test");
  /** @type {Promise<unknown> | undefined} */
  let stopping;
  return {
    url,
    isJoined: reused,
    stop() {
      stopping ??= dropDatabases(url, own).then(/** @returns {Promise<unknown>} */ () => stop());
      return stopping;
    },
  };
}

const start = () =>
  startPostgres({
    name: "test-postgres",
    settings: { fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_connections: 300 },
  });

/**
 * @param {string} url
 * @param {string} prefix of their names, before an underscore
 */
async function dropDatabases(url, prefix) {
  // Loaded only now: the commands start before the packages are installed.
  const { default: postgres } = await import("postgres");
  // Each drop waits for a checkpoint, and those that wait together share one.
  const sql = postgres(url, { max: 8, onnotice: () => {} });
  try {
    const left = await sql`select datname from pg_database where starts_with(datname, ${`${prefix}_`})`;
    // One that a process which is on its way out still holds is left to a later start.
    await Promise.all(
      left.map(({ datname }) => sql.unsafe(`drop database if exists ${datname}`).catch(() => {})),
    );
  } finally {
    await sql.end();
  }
}
