import { runCommands } from "./command-line/run";
import { COURSES } from "./commands/courses";

await runCommands("courses", COURSES, process.argv.slice(2));
