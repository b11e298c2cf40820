import { ENROLMENTS } from "./commands/enrolments";
import { runCommands } from "./lib/commands/run";

await runCommands("enrolments", ENROLMENTS, process.argv.slice(2));
