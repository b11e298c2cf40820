import { runCommand } from "../../scripts/lib/shutdown.mjs";
import { PEERS_HELP, readOptions } from "./options";
import { runPeers } from "./peers-all";

/** `npm run bench:peers`: see options.ts for what it takes. */
await runCommand(async (log, shutdown) => {
  const options = readOptions(process.argv.slice(2), "npm run bench:peers");
  if (options === "help") log.line(PEERS_HELP);
  else await runPeers(options, log, shutdown);
  process.exit();
});
