import { COURSES } from "./commands/courses";
import { runCommands } from "./lib/commands/run";

await runCommands("courses", COURSES, process.argv.slice(2));
