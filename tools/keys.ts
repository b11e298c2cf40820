import { runCommands } from "./command-line/run";
import { KEYS } from "./commands/keys";

await runCommands("keys", KEYS, process.argv.slice(2));
