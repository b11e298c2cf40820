import { JOBS } from "./commands/jobs";
import { runCommands } from "./lib/commands/run";

await runCommands("jobs", JOBS, process.argv.slice(2));
