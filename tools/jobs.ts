import { runCommands } from "./command-line/run";
import { JOBS } from "./commands/jobs";

await runCommands("jobs", JOBS, process.argv.slice(2));
