import { runCommands } from "./command-line/run";
import { CHECK_INTEGRITY } from "./commands/check-integrity";

await runCommands("check:integrity", CHECK_INTEGRITY, process.argv.slice(2));
