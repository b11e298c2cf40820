import { helpIfAsked } from "../server/program/help.mjs";
import { runCommand } from "../server/program/shutdown.mjs";
import { startDemo } from "./dev/demo.mjs";

helpIfAsked("dev");

await runCommand((log, shutdown) => startDemo({ dev: true, command: "npm run dev" }, log, shutdown));
