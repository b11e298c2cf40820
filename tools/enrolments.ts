import { runCommands } from "./command-line/run";
import { ENROLMENTS } from "./commands/enrolments";

await runCommands("enrolments", ENROLMENTS, process.argv.slice(2));
