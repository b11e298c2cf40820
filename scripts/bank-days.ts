import { BANK_DAYS } from "./commands/bank-days";
import { runCommands } from "./lib/commands/run";

await runCommands("bank-days", BANK_DAYS, process.argv.slice(2));
