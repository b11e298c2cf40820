/** The embedded PostgreSQL of the demo, of development and of the tests: a real server from a package. */
import { join, resolve } from "node:path";
import { makePrivateFolder, root } from "./checkout.mjs";
import { withLock } from "./lock.mjs";
import { quiet } from "./log.mjs";
import { openCluster } from "./postgres/cluster.mjs";
import { ensureDatabase, urlOf } from "./postgres/connection.mjs";
import { choosePlace } from "./postgres/place.mjs";
import { joinServer, leaveServer, startServer } from "./postgres/server.mjs";

/**
 * @typedef {object} Postgres
 * @property {string} url of the database `provider_checkout`, as superuser
 * @property {number} port
 * @property {string} version of PostgreSQL, for example "18.4"
 * @property {string} data the data folder
 * @property {boolean} reused it was already running
 * @property {() => Promise<"stopped" | "in use">} stop shuts it down, unless someone else is connected
 */

/**
 * Starts the server of that name, or joins the one that is already running: another command's, or one that a
 * killed command left behind. Its data are kept from start to start.
 *
 * Until the caller stops it one connection stays open: it tells other commands that the server is in use, and
 * vanishes with this process however that ends.
 *
 * @param {object} options
 * @param {string} options.name
 * @param {string} [options.dataRoot] relative to the checkout
 * @param {number} [options.port] a free one when not given; a server that is already running keeps its own
 * @param {Record<string, string | number>} [options.settings] as in postgresql.conf
 * @param {import("./log.mjs").Log} [options.log]
 * @returns {Promise<Postgres>}
 * @throws {import("./problem.mjs").Problem} where it cannot run; the message says what to do
 */
export async function startPostgres({ name, dataRoot = ".data", port, settings = {}, log = quiet }) {
  const folder = resolve(root, dataRoot);
  makePrivateFolder(folder);
  /** @type {<T>(work: () => Promise<T>) => Promise<T>} */
  const alone = (work) =>
    withLock(join(folder, `${name}.lock`), work, () =>
      log.line("Another command is starting or stopping PostgreSQL: waiting for it"),
    );

  const { cluster, server, reused } = await alone(async () => {
    const place = choosePlace(folder);
    const cluster = await openCluster({ name, folder, place, durable: settings.fsync !== "off", log });
    const joined = await joinServer(cluster, log);
    const server =
      joined ?? (await startServer(cluster, { port, settings, log, logFile: join(folder, `${name}.log`) }));
    await ensureDatabase(server.sql);
    return { cluster, server, reused: joined !== undefined };
  });

  /** @type {ReturnType<Postgres["stop"]> | undefined} */
  let stopping;
  return {
    url: urlOf({ port: server.port, password: cluster.kept.password }),
    port: server.port,
    version: server.version,
    data: cluster.data,
    reused,
    stop: () => {
      stopping ??= alone(() => leaveServer(cluster, server.sql, log));
      return stopping;
    },
  };
}
