import { KEYS } from "./commands/keys";
import { runCommands } from "./lib/commands/run";

await runCommands("keys", KEYS, process.argv.slice(2));
