import { codeOf } from "../../packages/text/narrow";

type Result = "pass" | "warn" | "fail";

/** One line of what a check found. */
export interface Line {
  check: string;
  result: Result;
  /** What was found. Never a secret. */
  found: string;
  /** What to do about it; only where it did not pass. */
  remedy?: string;
}

export const pass = (check: string, found: string): Line => ({ check, result: "pass", found });
const failing =
  (result: Result) =>
  (check: string, found: string, remedy: string): Line => ({ check, result, found, remedy });
export const warn = failing("warn");
export const fail = failing("fail");

/** What was found passes, or is told with its remedy. */
export const judged = (isGood: boolean, check: string, found: string, remedy: string, told = fail): Line =>
  isGood ? pass(check, found) : told(check, found, remedy);

/** What an error says of itself and its causes, in one line. */
export function wordsOf(error: unknown): string {
  const said: string[] = [];
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    said.push(cause.message || codeOf(cause) || cause.name);
  }
  return (said.at(-1) ?? String(error)).replace(/\n.*/s, "");
}
