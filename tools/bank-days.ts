import { runCommands } from "./command-line/run";
import { BANK_DAYS } from "./commands/bank-days";

await runCommands("bank-days", BANK_DAYS, process.argv.slice(2));
