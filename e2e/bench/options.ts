import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { Problem } from "../../server/program/problem.mjs";

export interface Options {
  /** Rounds of a second, and nothing that takes minutes. */
  isShort: boolean;
  /** Where the figures are written too; null for nowhere. */
  json: string | null;
  /** Processes of the service. */
  workers: number;
}

const MAX_WORKERS = 64;

/**
 * @throws Problem that names the remedy, with exit code 2
 */
export function readOptions(args: string[]): Options {
  const { values } = parsed(args);
  const given = values.workers ?? process.env.WORKERS ?? String(availableParallelism());
  const workers = Number(given);
  if (!Number.isInteger(workers) || workers < 1 || workers > MAX_WORKERS)
    throw wrong(`--workers ${given} is no number of processes: write one from 1 to ${MAX_WORKERS}.`);
  if (values.json === "") throw wrong("--json needs the name of a file: write --json bench.json.");
  return { isShort: values.short ?? false, json: values.json ?? null, workers };
}

function parsed(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        short: { type: "boolean" },
        json: { type: "string" },
        workers: { type: "string" },
      },
    });
  } catch (error) {
    throw wrong(`${(error as Error).message}\nnpm run bench -- --help names the options.`);
  }
}

const wrong = (message: string) => Object.assign(new Problem(message), { exitCode: 2 });
