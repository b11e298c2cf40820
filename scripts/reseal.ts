import { RESEAL } from "./commands/reseal";
import { runCommands } from "./lib/commands/run";

await runCommands("reseal", RESEAL, process.argv.slice(2));
