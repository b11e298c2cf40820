import { APP_KEYS } from "./commands/keys-app";
import { runCommands } from "./lib/commands/run";

await runCommands("keys:app", APP_KEYS, process.argv.slice(2));
