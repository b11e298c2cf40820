import { DOCTOR } from "./commands/doctor";
import { runCommands } from "./lib/commands/run";

await runCommands("doctor", DOCTOR, process.argv.slice(2));
