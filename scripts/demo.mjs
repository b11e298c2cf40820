import { startDemo } from "./lib/demo.mjs";
import { helpIfAsked } from "./lib/help.mjs";
import { runCommand } from "./lib/shutdown.mjs";

helpIfAsked("demo");

await runCommand((log, shutdown) => startDemo({ dev: false, command: "npm run demo" }, log, shutdown));
