import { runCommands } from "./command-line/run";
import { DOCTOR } from "./commands/doctor";

await runCommands("doctor", DOCTOR, process.argv.slice(2));
