/** Next's settings where its configuration file is not: in the folder of tools/build/standalone.mjs. */
import { join } from "node:path";
import { readJson, root } from "../program/checkout.mjs";

/** Hands Next the settings that the build has kept, as the server that Next itself writes there does. */
export function takeKeptConfig() {
  const distDir = process.env.NEXT_DIST_DIR ?? ".next";
  const { config } = readJson(join(root, distDir, "required-server-files.json")) ?? {};
  if (config?.output === "standalone") process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify(config);
}
