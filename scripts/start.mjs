/** Serves what was built, with the settings of the environment and nothing else. */
import "./lib/server/lines.mjs";
import { supervise } from "./lib/server/supervisor.mjs";
import { workersOf } from "./lib/server/workers.mjs";
import { runCommand } from "./lib/shutdown.mjs";

await runCommand(async (log, shutdown) => {
  Object.assign(process.env, { NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" });
  const server = await supervise(log, workersOf(process.env.WORKERS));
  shutdown.before(() => server.close());
  // For a new build in the same folder, or a server that somebody does not trust any more: no request is lost.
  process.on("SIGUSR2", () => void server.replaceAll());
  shutdown.serving();
  log.line(`Serving at ${server.url}`);
});
