/** `npm run demo`, and with `--dev` `npm run dev`. */
import { runCommand } from "../server/program/shutdown.mjs";
import { startDemo } from "./dev/demo.mjs";

const dev = process.argv.includes("--dev");
const name = dev ? "dev" : "demo";

await runCommand((log, shutdown) => startDemo({ dev, command: `npm run ${name}` }, log, shutdown));
