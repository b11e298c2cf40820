import { runCommands } from "./command-line/run";
import { PROVIDERS } from "./commands/providers";

await runCommands("providers", PROVIDERS, process.argv.slice(2));
