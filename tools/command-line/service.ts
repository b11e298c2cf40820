import { readClock } from "../../lib/db/clock";
import { type Timed, timed } from "../../packages/dates/time";
import { createDeps, type Deps } from "../../server/instance/deps";
import { parseSettings } from "../../server/settings/env";
import type { Given, Options } from "./options";
import { command, type Row } from "./run";
import { settingsOfServers } from "./settings";

/** Work with the deployment's own settings and gateway. */
export const asService = <O extends Options>(
  options: O,
  work: (deps: Timed<Deps>, given: Given<O>) => Promise<Row[]>,
) =>
  command(options, (given, settings) => async (_, url) => {
    const deps = createDeps(parseSettings(settingsOfServers(settings, url)), { serves: false });
    try {
      return await work(timed(deps, await readClock(deps.db)), given);
    } finally {
      await deps.close();
    }
  });
