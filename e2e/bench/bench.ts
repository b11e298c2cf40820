import { runCommand } from "../../server/program/shutdown.mjs";
import { testHelpIfAsked } from "../run/help.mjs";
import { runBench } from "./bench-all";
import { readOptions } from "./options";

testHelpIfAsked("bench");

await runCommand(async (log, shutdown) => {
  await runBench(readOptions(process.argv.slice(2)), log, shutdown);
  process.exit();
});
