import { startDemo } from "./lib/demo.mjs";
import { helpIfAsked } from "./lib/help.mjs";
import { runCommand } from "./lib/shutdown.mjs";

helpIfAsked("dev");

await runCommand((log, shutdown) => startDemo({ dev: true, command: "npm run dev" }, log, shutdown));
