/** Serves what was built, with the settings of the environment and nothing else. */
import "./lib/server/lines.mjs";
import { supervise } from "./lib/server/supervisor.mjs";
import { runCommand } from "./lib/shutdown.mjs";

await runCommand(async (log, shutdown) => {
  Object.assign(process.env, { NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" });
  const server = await supervise(log);
  shutdown.before(() => server.close());
  shutdown.serving();
  log.line(`Serving at ${server.url}`);
});
