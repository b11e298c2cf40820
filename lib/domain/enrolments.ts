import { DAY_MS } from "./time";
/** How long an enrolment waits for its student to come back before anything was signed or paid. */
export const UNFINISHED_KEPT_MS = 30 * DAY_MS;
