/** `npm run demo`, and with `--dev` `npm run dev`. */
import { helpIfAsked } from "../server/program/help.mjs";
import { runCommand } from "../server/program/shutdown.mjs";
import { startDemo } from "./dev/demo.mjs";

const dev = process.argv.includes("--dev");
const name = dev ? "dev" : "demo";
helpIfAsked(name);

await runCommand((log, shutdown) => startDemo({ dev, command: `npm run ${name}` }, log, shutdown));
