/** The clients as integrators download them from a deployment, with their SHA-256. */
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readJson, root } from "../../server/program/checkout.mjs";
import { Problem } from "../../server/program/problem.mjs";
import { npm } from "../shared/install.mjs";
import { runNode, tail } from "../shared/run.mjs";

const CLIENT = join(root, "packages/client-typescript");
/** The package brings them along, so that it installs without a registry. */
const BUNDLED = ["openapi-fetch", "openapi-typescript-helpers"];
const FILES = {
  "provider-checkout-client.tgz": packed,
  "provider_checkout.py": () => readFileSync(join(root, "packages/client-python/provider_checkout.py")),
  "provider-checkout.php": () => readFileSync(join(root, "docs/examples/php/provider-checkout.php")),
};

/** The same sources make the same bytes. @param {string} [folder] */
export async function makeDownloads(folder = join(root, "public/docs/downloads")) {
  mkdirSync(folder, { recursive: true });
  const sums = [];
  for (const [name, make] of Object.entries(FILES)) {
    const bytes = await make();
    sums.push(`${createHash("sha256").update(bytes).digest("hex")}  ${name}\n`);
    write(join(folder, name), bytes);
  }
  write(join(folder, "SHA256SUMS"), sums.join(""));
}

/** A server may send the old file meanwhile. @param {string} file @param {string | Buffer} content */
function write(file, content) {
  const begun = `${file}.${process.pid}`;
  writeFileSync(begun, content);
  renameSync(begun, file);
}

async function packed() {
  const stage = mkdtempSync(join(tmpdir(), "provider-checkout-client-"));
  const done = async (/** @type {Promise<{ code: number | null, output: string }>} */ work) => {
    const { code, output } = await work;
    if (code !== 0) throw new Problem(`${tail(output)}\n\nThe client could not be packed.`);
  };
  try {
    const { scripts: _, ...described } = readJson(join(CLIENT, "package.json"));
    const bundling = { ...described, bundleDependencies: BUNDLED.slice(0, 1) };
    writeFileSync(join(stage, "package.json"), `${JSON.stringify(bundling, null, 2)}\n`);
    cpSync(join(CLIENT, "README.md"), join(stage, "README.md"));
    for (const name of BUNDLED)
      cpSync(join(root, "node_modules", name), join(stage, "node_modules", name), { recursive: true });
    const tsc = join(root, "node_modules/typescript/bin/tsc");
    await done(runNode([tsc, "-p", CLIENT, "--outDir", join(stage, "dist")]));
    await done(npm("pack", stage, "--pack-destination", stage, "--loglevel=error"));
    return readFileSync(join(stage, `provider-checkout-client-${described.version}.tgz`));
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}
