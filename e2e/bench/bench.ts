import { runCommand } from "../../server/program/shutdown.mjs";
import { runBench } from "./bench-all";
import { readOptions } from "./options";

await runCommand(async (log, shutdown) => {
  await runBench(readOptions(process.argv.slice(2)), log, shutdown);
  process.exit();
});
