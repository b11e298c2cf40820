import { runCommands } from "./command-line/run";
import { WEBHOOKS } from "./commands/webhooks";

await runCommands("webhooks", WEBHOOKS, process.argv.slice(2));
