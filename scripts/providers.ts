import { PROVIDERS } from "./commands/providers";
import { runCommands } from "./lib/commands/run";

await runCommands("providers", PROVIDERS, process.argv.slice(2));
