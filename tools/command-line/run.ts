import { once } from "node:events";
import type { Db } from "../../lib/db/client";
import { snakeCase } from "../../packages/text/text";
import { workInRoot } from "../../server/program/checkout.mjs";
import { lineOf } from "../../server/program/lines.mjs";
import { describe, Problem } from "../../server/program/problem.mjs";
import { withDatabase } from "./database";
import { type Given, type Options, readOptions, usageOf } from "./options";
import { type Settings, settingsOfProcess } from "./settings";

/** Printed as one line of JSON. */
export type Row = Record<string, unknown>;

/** These values of a record, by the names that rows have. */
export const rowOf = <T extends object>(record: T, ...names: (keyof T & string)[]): Row =>
  Object.fromEntries(names.map((name) => [snakeCase(name), record[name]]));

/** Prints a row at once: a list of any length is never held whole. */
type Print = (row: Row) => Promise<void>;

/** @param url of the database that is open */
type Work = (db: Db, url: string, print: Print) => Promise<Row[]>;

export interface Command {
  options: Options;
  run(argv: string[], name: string, settings: Settings, print: Print): Promise<Row[]>;
}

/** The commands of one script by name; a script with one command has it under "". */
export type Commands = Readonly<Record<string, Command>>;

/** How a command line ended: what it prints, and what was wrong. */
export interface Ending {
  printed: string[];
  fault?: string;
}

/** The work was done, and what it found is a fault: rows are printed all the same. */
export class Found extends Problem {
  constructor(
    readonly rows: Row[],
    message: string,
  ) {
    super(message);
  }
}

/**
 * @param prepare reads the options before anything is opened; what it returns does the work
 * @param how `examinesItself`: it is there to say what is wrong with the database, so nothing is examined before
 */
export const command = <O extends Options>(
  options: O,
  prepare: (given: Given<O>, settings: Settings) => Work,
  how: { examinesItself?: boolean } = {},
): Command =>
  withoutDatabase(options, (given, settings, print) => {
    const work = prepare(given, settings);
    return withDatabase(settings, (db, url) => work(db, url, print), how);
  });

export const withoutDatabase = <O extends Options>(
  options: O,
  work: (given: Given<O>, settings: Settings, print: Print) => Promise<Row[]>,
): Command => ({
  options,
  run: async (argv, name, settings, print) =>
    work(readOptions(name, options, argv, settings), settings, print),
});

export async function runCommands(script: string, commands: Commands, argv: string[]): Promise<void> {
  workInRoot();
  // It ends nothing: what the command waits for decides how it ends.
  process.on("unhandledRejection", (error) => {
    sayFault(`A promise failed that nobody waited for: ${describe(error)}`);
  });
  const print = async (line: string) => {
    if (!process.stdout.write(`${line}\n`)) await once(process.stdout, "drain");
  };
  const ending = await endingOf(script, commands, argv, settingsOfProcess, print);
  // Rows are rows in production's log too.
  for (const line of ending.printed) process.stdout.write(`${line}\n`);
  if (ending.fault === undefined) return;
  sayFault(ending.fault);
  process.exitCode = 1;
}

/** To whoever types it as text, to the log of a production job as a line of it. */
function sayFault(text: string): void {
  const isLogged = process.env.ENVIRONMENT === "production" && !process.stderr.isTTY;
  process.stderr.write(isLogged ? lineOf(50, text) : `${text}\n`);
}

/**
 * @param readSettings may throw: its error is the ending's fault
 * @param write takes what is printed before the end
 */
export async function endingOf(
  script: string,
  commands: Commands,
  argv: string[],
  readSettings: () => Settings,
  write: (line: string) => Promise<void>,
): Promise<Ending> {
  const called = (name: string) => `${script} --${name && ` ${name}`}`;
  const usage = Object.entries(commands)
    .map(([name, { options }]) => `  ${usageOf(called(name), options)}`)
    .join("\n");
  const [name = "", ...rest] = Object.hasOwn(commands, "") ? ["", ...argv] : argv;
  if (name === "--help" || rest.includes("--help")) return { printed: [usage] };
  try {
    const settings = readSettings();
    const chosen = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (!chosen)
      throw new Problem(`${name ? `There is no command "${name}".` : "Which command?"} There are:\n${usage}`);
    return {
      printed: linesOf(await chosen.run(rest, called(name), settings, (row) => write(JSON.stringify(row)))),
    };
  } catch (error) {
    return { printed: error instanceof Found ? linesOf(error.rows) : [], fault: describe(error) };
  }
}

const linesOf = (rows: Row[]) => rows.map((row) => JSON.stringify(row));
