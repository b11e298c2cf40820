import { command, Found } from "../command-line/run";
import { settingsOfServers } from "../command-line/settings";
import { examine } from "../doctor/examine";

/** One line for each check, with what to do about those that did not pass. */
const run = command(
  {},
  (_, settings) => async (_db, url) => {
    const lines = await examine(settingsOfServers(settings, url));
    const rows = lines.map((line) => ({ ...line }));
    const failed = lines.filter(({ result }) => result === "fail").map(({ check }) => check);
    if (failed.length > 0) throw new Found(rows, `Failed: ${failed.join(", ")}.`);
    return rows;
  },
  { examinesItself: true },
);

export const DOCTOR = { "": run };
