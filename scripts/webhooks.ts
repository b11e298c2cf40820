import { WEBHOOKS } from "./commands/webhooks";
import { runCommands } from "./lib/commands/run";

await runCommands("webhooks", WEBHOOKS, process.argv.slice(2));
