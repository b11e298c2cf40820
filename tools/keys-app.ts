import { runCommands } from "./command-line/run";
import { APP_KEYS } from "./commands/keys-app";

await runCommands("keys:app", APP_KEYS, process.argv.slice(2));
