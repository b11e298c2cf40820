import { runCommand } from "../../scripts/lib/shutdown.mjs";
import { runBench } from "./bench-all";
import { HELP, readOptions } from "./options";

/** `npm run bench`: see options.ts for what it takes. The other two words measure one thing each. */
const [word] = process.argv.slice(2);
if (word === "fairness") await import("./bench-fairness");
else if (word === "agreement") await import("./bench-agreement");
else
  await runCommand(async (log, shutdown) => {
    const options = readOptions(process.argv.slice(2));
    if (options === "help") log.line(HELP);
    else await runBench(options, log, shutdown);
    process.exit();
  });
