import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { type Commands, endingOf } from "../../tools/command-line/run";
import { AUDIT } from "../../tools/commands/audit";
import { CHECK_INTEGRITY } from "../../tools/commands/check-integrity";
import { COURSES } from "../../tools/commands/courses";
import { DOCTOR } from "../../tools/commands/doctor";
import { ENROLMENTS } from "../../tools/commands/enrolments";
import { GATEWAYS } from "../../tools/commands/gateways";
import { JOBS } from "../../tools/commands/jobs";
import { KEYS } from "../../tools/commands/keys";
import { APP_KEYS } from "../../tools/commands/keys-app";
import { PROVIDERS } from "../../tools/commands/providers";
import { STAFF } from "../../tools/commands/staff";
import { sharedStack } from "./shared";
import { compiled } from "./stack";

const SCRIPTS = {
  audit: AUDIT,
  "check:integrity": CHECK_INTEGRITY,
  courses: COURSES,
  doctor: DOCTOR,
  enrolments: ENROLMENTS,
  gateways: GATEWAYS,
  jobs: JOBS,
  keys: KEYS,
  "keys:app": APP_KEYS,
  providers: PROVIDERS,
  staff: STAFF,
} satisfies Record<string, Commands>;
export type Script = keyof typeof SCRIPTS;

export const newCode = () => `cli-${randomBytes(6).toString("hex")}`;

export interface Ending {
  code: number;
  rows: Record<string, unknown>[];
  said: string;
}

/** Runs a command line in this process, on the tests' database and with no settings but these. */
export async function runCommand(
  script: Script,
  args: string[],
  settings: Record<string, string> = {},
): Promise<Ending> {
  const all = { DATABASE_URL: sharedStack().databaseUrl, ...settings };
  const early: string[] = [];
  const write = async (line: string) => void early.push(line);
  const ending = await endingOf(script, SCRIPTS[script], args, () => all, write);
  const rows = rowsIn([...early, ...ending.printed]);
  return ending.fault === undefined
    ? { code: 0, rows, said: "" }
    : { code: 1, rows, said: `${ending.fault}\n` };
}

/**
 * Runs a command line as npm does, in a process of its own, on the tests' database.
 * @param input what it gets on standard input
 */
export function runScript(
  script: Script,
  args: string[],
  settings: Record<string, string> = {},
  input = "",
): Promise<Ending> {
  // Vitest has a BASE_URL of its own.
  const { BASE_URL: _, ...inherited } = process.env;
  const env = { ...inherited, DATABASE_URL: sharedStack().databaseUrl, ...settings };
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [compiled("command"), script, ...args],
      { env },
      (error, out, said) =>
        resolve({ code: error ? Number(error.code) : 0, rows: rowsIn(out.split("\n")), said }),
    );
    child.stdin?.end(input);
  });
}

const rowsIn = (printed: string[]): Ending["rows"] =>
  printed.filter((line) => line.startsWith("{")).map((line) => JSON.parse(line));
