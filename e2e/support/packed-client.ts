import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../../scripts/lib/checkout.mjs";
import { packClient } from "../../scripts/lib/client.mjs";
import { npm } from "../../scripts/lib/install.mjs";

/** What the client depends on, and what that does: npm's own copies stand in for the registry. */
const DEPENDENCIES = ["openapi-fetch", "openapi-typescript-helpers"];

/** Makes a folder an integrator's project with the packed client, without a network. */
export async function installClient(folder: string): Promise<void> {
  const packed = mkdtempSync(join(tmpdir(), "provider-checkout-client-"));
  try {
    const client = await packClient(packed);
    const from = DEPENDENCIES.map((name) => join(root, "node_modules", name));
    const { stdout } = await quietly("pack", ...from, "--pack-destination", packed, "--ignore-scripts");
    const others = stdout.trim().split("\n");
    writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }\n');
    const files = [client, ...others.map((name) => join(packed, name))];
    await quietly("install", ...files, "--prefix", folder, "--offline", "--no-audit", "--no-fund");
  } finally {
    rmSync(packed, { recursive: true, force: true });
  }
}

async function quietly(...args: string[]) {
  const ending = await npm(...args, "--loglevel=error");
  if (ending.code !== 0) throw new Error(`npm ${args[0]}: ${ending.output}`);
  return ending;
}
