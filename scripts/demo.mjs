import { startDemo } from "./lib/demo.mjs";
import { runCommand } from "./lib/shutdown.mjs";

await runCommand((log, shutdown) => startDemo({ dev: false, command: "npm run demo" }, log, shutdown));
