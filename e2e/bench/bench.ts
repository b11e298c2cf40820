import { runCommand } from "../../server/program/shutdown.mjs";
import { testHelpIfAsked } from "../run/help.mjs";
import { runBench } from "./bench-all";
import { readOptions } from "./options";

testHelpIfAsked("bench");

/** `npm run bench`: see options.ts for what it takes. The other two words measure one thing each. */
const [word] = process.argv.slice(2);
if (word === "fairness") await import("./bench-fairness");
else if (word === "agreement") await import("./bench-agreement");
else
  await runCommand(async (log, shutdown) => {
    await runBench(readOptions(process.argv.slice(2)), log, shutdown);
    process.exit();
  });
