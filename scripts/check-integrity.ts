import { CHECK_INTEGRITY } from "./commands/check-integrity";
import { runCommands } from "./lib/commands/run";

await runCommands("check:integrity", CHECK_INTEGRITY, process.argv.slice(2));
