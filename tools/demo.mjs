import { helpIfAsked } from "../server/program/help.mjs";
import { runCommand } from "../server/program/shutdown.mjs";
import { startDemo } from "./dev/demo.mjs";

helpIfAsked("demo");

await runCommand((log, shutdown) => startDemo({ dev: false, command: "npm run demo" }, log, shutdown));
