import { startDemo } from "./lib/demo.mjs";
import { runCommand } from "./lib/shutdown.mjs";

await runCommand((log, shutdown) => startDemo({ dev: true, command: "npm run dev" }, log, shutdown));
