import { existsSync, statSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname } from "node:path";
import { parseArgs } from "node:util";
import { Problem } from "../../scripts/lib/problem.mjs";

export interface Options {
  /** Rounds of a second, and nothing that takes minutes. */
  isShort: boolean;
  /** Where the figures are written too; null for nowhere. */
  json: string | null;
  /** Processes of the service. */
  workers: number;
}

export const HELP = `npm run bench -- [--short] [--json FILE] [--workers N]

Measures the service against what it could be at most on this machine: bare servers with the very same SQL, pgbench where
it is installed, and Next's smallest page. It starts all of that itself, and listens on this machine only.

  --short      one second a round, and nothing that takes minutes: about two minutes, in place of ten
  --json FILE  writes all figures to FILE too; docs/bench.json is what the page /docs/performance draws
  --workers N  processes of the service and of each bare server; without it WORKERS, or one a core
  --help       this text

npm run bench -- agreement   measures the agreement's PDF alone
npm run bench -- fairness    measures what one tenant's flood does to another, on a demo that runs`;

export const PEERS_HELP = `npm run bench:peers -- [--short] [--json FILE] [--workers N]

Measures create and status beside the same two of Vendure, a shop server on Node and PostgreSQL, in turns on one database
server. The first time it installs Vendure's packages into .data/bench-peers, which needs the network.

  --short      shorter rounds: about two minutes, in place of about five
  --json FILE  writes all figures to FILE too; docs/bench-peers.json is what the page /docs/performance shows
  --workers N  processes of each of the two; without it WORKERS, or one a core
  --help       this text`;

const MOST_WORKERS = 64;

/**
 * @param command of which these are the options
 * @throws Problem that names the remedy, with exit code 2
 */
export function readOptions(args: string[], command = "npm run bench"): Options | "help" {
  const { values } = parsed(args, command);
  if (values.help) return "help";
  const given = values.workers ?? process.env.WORKERS ?? String(availableParallelism());
  const workers = Number(given);
  if (!Number.isInteger(workers) || workers < 1 || workers > MOST_WORKERS)
    throw wrong(`--workers ${given} is no number of processes: write one from 1 to ${MOST_WORKERS}.`);
  if (values.json === "") throw wrong("--json needs the name of a file: write --json bench.json.");
  // Told before anything is measured for minutes.
  if (values.json && !existsSync(dirname(values.json)))
    throw wrong(`--json ${values.json}: the folder ${dirname(values.json)} is not there: make it first.`);
  if (values.json && statSync(values.json, { throwIfNoEntry: false })?.isDirectory())
    throw wrong(`--json ${values.json} is a folder: write the name of a file in it.`);
  return { isShort: values.short ?? false, json: values.json ?? null, workers };
}

function parsed(args: string[], command: string) {
  try {
    return parseArgs({
      args,
      options: {
        short: { type: "boolean" },
        json: { type: "string" },
        workers: { type: "string" },
        help: { type: "boolean", short: "h" },
      },
    });
  } catch (error) {
    throw wrong(`${(error as Error).message}\n${command} -- --help names the options.`);
  }
}

const wrong = (message: string) => Object.assign(new Problem(message), { exitCode: 2 });
