import { runDemo } from "./lib/demo/start.mjs";

await runDemo({ dev: true, command: "npm run dev" });
