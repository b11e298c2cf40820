import { BANKS } from "./commands/banks";
import { runCommands } from "./lib/commands/run";

await runCommands("banks", BANKS, process.argv.slice(2));
