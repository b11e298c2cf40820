/** Migrates and seeds, in a process of its own: that code is TypeScript, and nothing of it stays in the server. */
import { join } from "node:path";
import { root } from "../checkout.mjs";
import { Problem } from "../problem.mjs";
import { run, tail } from "../run.mjs";

/**
 * @param {string | undefined} key the key of the last start, which is kept while it is valid
 * @returns {Promise<{ provider_code: string, api_key: string }>}
 */
export async function prepareDatabase(key) {
  const script = join(root, "scripts", "prepare-database.ts");
  const { code, output, stdout } = await run(process.execPath, ["--import", "tsx", script], {
    env: { ...process.env, DEMO_API_KEY: process.env.DEMO_API_KEY || key || "" },
  });
  if (code !== 0)
    throw new Problem(`${tail(output)}\n\nThe database could not be prepared; the reason is above.`);
  const { provider_code, api_key } = JSON.parse(tail(stdout, 1));
  return { provider_code, api_key };
}
