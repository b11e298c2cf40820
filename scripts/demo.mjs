import { runDemo } from "./lib/demo/start.mjs";

await runDemo({ dev: false, command: "npm run demo" });
