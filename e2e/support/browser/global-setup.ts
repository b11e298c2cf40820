import { createLog } from "../../../server/program/log.mjs";
import { startTestPostgres } from "../../run/postgres.mjs";
import { ensureTemplate } from "../database";
import { shareStack } from "../shared";
import { startStack } from "../stack";
import { findBrowser } from "./find-browser.mjs";
import { startProcessors } from "./processors";
import { shareBrowser } from "./shared-browser";

const SIGNALS = [
  ["SIGHUP", 1],
  ["SIGTERM", 15],
] as const;

/** Finds a browser, and starts a real PostgreSQL and the test build behind its server, once for all workers. */
export default async function setup() {
  // Playwright tears down after a Ctrl-C only; whatever else ends this process must end what it started.
  for (const [signal, number] of SIGNALS) process.once(signal, () => process.exit(128 + number));
  shareBrowser(await findBrowser({ log: createLog() }));
  const postgres = await startTestPostgres();
  await ensureTemplate(postgres.url);
  const processors = await startProcessors();
  const stack = await startStack(postgres.url, processors.settings, ["server"]).catch(async (error) => {
    await postgres.stop();
    throw error;
  });
  shareStack({ ...stack.details, processors: processors.origins });
  return async () => {
    await processors.close();
    await stack.stop();
    await postgres.stop();
  };
}
