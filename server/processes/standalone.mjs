/** The folder that `npm run build` makes (tools/build/standalone.mjs): in it Next has no configuration file. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { readJson, root } from "../program/checkout.mjs";

const distDir = () => process.env.NEXT_DIST_DIR ?? ".next";

/** Hands Next the settings that the build has kept, as the server that Next itself writes there does. */
export function takeKeptConfig() {
  if (existsSync(join(root, "next.config.mjs"))) return;
  const { config } = readJson(join(root, distDir(), "required-server-files.json")) ?? {};
  if (config) process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify(config);
}

/** Where the server lies that `npm start` runs: a checkout runs what was built in it. */
export function serverFile() {
  const [built = "", own = ""] = [join(root, distDir(), "standalone"), root].map((top) =>
    join(top, "server/serve.mjs"),
  );
  return existsSync(built) ? built : own;
}
