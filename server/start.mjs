/** Serves what was built, with the settings of the environment and nothing else. */
import "./program/lines.mjs";
import { createSupervisor } from "./processes/supervisor.mjs";
import { workersOf } from "./processes/workers.mjs";
import { runCommand } from "./program/shutdown.mjs";

await runCommand(async (log, shutdown) => {
  Object.assign(process.env, { NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" });
  const servers = createSupervisor(log, workersOf(process.env.WORKERS));
  // Before they start: the first has requests while the others do.
  shutdown.before(() => servers.close());
  const url = await servers.start();
  shutdown.serving();
  log.line(`Serving at ${url}`);
});
