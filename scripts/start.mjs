/** Serves what was built, with the settings of the environment and nothing else. */

import { createLog } from "./lib/log.mjs";
import { parsePort } from "./lib/port.mjs";
import { createShutdown } from "./lib/shutdown.mjs";

const log = createLog();
const shutdown = createShutdown(log);
try {
  process.env.NODE_ENV = "production";
  process.env.NEXT_TELEMETRY_DISABLED = "1";
  const { serve } = await import("../server.mjs");
  const server = await serve({ port: parsePort(process.env.PORT), hostname: process.env.HOST });
  shutdown.before(() => server.close());
  shutdown.serving();
  log.line(`Serving at ${server.url}`);
} catch (error) {
  shutdown.fail(error);
}
