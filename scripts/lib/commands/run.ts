import type { Db } from "../../../lib/db/client";
import { describe, Problem } from "../problem.mjs";
import { withDatabase } from "./database";
import { type Given, type Options, readOptions, usageOf } from "./options";
import { loadSettings } from "./settings";

/** A row as it is printed: one line of JSON. */
export type Row = Record<string, unknown>;

export interface Command {
  options: Options;
  /** Reads the options before anything is opened; what it returns does the work. */
  read(argv: string[], name: string): (db: Db) => Promise<Row[]>;
}

export function command<O extends Options>(
  options: O,
  prepare: (given: Given<O>) => (db: Db) => Promise<Row[]>,
): Command {
  return { options, read: (argv, name) => prepare(readOptions(name, options, argv)) };
}

/** Runs the one of the commands that the command line names, and prints its rows. */
export async function runCommands(
  script: string,
  commands: Record<string, Command>,
  argv: string[],
): Promise<void> {
  const usage = Object.entries(commands)
    .map(([name, { options }]) => `  ${usageOf(`${script} -- ${name}`, options)}`)
    .join("\n");
  const [name = "", ...rest] = argv;
  if (name === "--help" || rest.includes("--help")) return console.log(usage);
  try {
    loadSettings();
    const chosen = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (!chosen)
      throw new Problem(`${name ? `There is no command "${name}".` : "Which command?"} There are:\n${usage}`);
    const rows = await withDatabase(chosen.read(rest, `${script} -- ${name}`));
    for (const row of rows) console.log(JSON.stringify(row));
  } catch (error) {
    console.error(describe(error));
    process.exitCode = 1;
  }
}
