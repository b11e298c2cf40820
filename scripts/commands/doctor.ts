import { examine } from "../../lib/doctor/examine";
import { command, Found } from "../lib/commands/run";

/** One line for each check, with what to do about those that did not pass. */
const run = command({}, (_, settings) => async () => {
  const lines = await examine(settings);
  const rows = lines.map((line) => ({ ...line }));
  const failed = lines.filter(({ result }) => result === "fail").map(({ check }) => check);
  if (failed.length > 0) throw new Found(rows, `Failed: ${failed.join(", ")}.`);
  return rows;
});

export const DOCTOR = { "": run };
