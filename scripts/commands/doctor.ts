import { examine } from "../../lib/doctor/examine";
import { command } from "../lib/commands/run";

/** One line for each check, with what to do about those that did not pass. */
export const DOCTOR = {
  "": {
    ...command({}, (_, settings) => async () => (await examine(settings)).map((line) => ({ ...line }))),
    isFailure: (rows: Record<string, unknown>[]) => rows.some(({ result }) => result === "fail"),
  },
};
