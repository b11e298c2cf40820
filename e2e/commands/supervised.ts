import { randomBytes } from "node:crypto";
import { inject } from "vitest";
import { makeDatabase } from "../support/database";
import { until } from "../support/poll";
import { freePort, settingsOf, start } from "../support/stack";

/** `npm start` over a database of the test's own. */
export async function startSupervisor(settings: Record<string, string>, says = "Serving at") {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const jobsSecret = randomBytes(24).toString("base64url");
  const databaseUrl = await makeDatabase(inject("cluster"));
  const appKeys = `1:${randomBytes(32).toString("base64")}`;
  const supervisor = start(["server/start.mjs"], {
    ...settingsOf(databaseUrl, appKeys, jobsSecret),
    ...{ PORT: String(port), HOST: "127.0.0.1", BASE_URL: url },
    ...settings,
  });
  await until(says, () => supervisor.output().includes(says));
  return { port, url, jobsSecret, databaseUrl, supervisor };
}
