import { runCommands } from "./command-line/run";
import { BANKS } from "./commands/banks";

await runCommands("banks", BANKS, process.argv.slice(2));
