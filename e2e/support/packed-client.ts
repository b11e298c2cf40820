import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { guideText } from "../../packages/docs/guides";
import { root } from "../../server/program/checkout.mjs";
import { npm } from "../../tools/shared/install.mjs";
import { withLock } from "../../tools/shared/lock.mjs";

/** What the client depends on, and what that does: npm's own copies stand in for the registry. */
const DEPENDENCIES = ["openapi-fetch", "openapi-typescript-helpers"];

/** The guide's own commands for a new project, up to what a registry would be asked for. */
function newProject(): string {
  const [commands] = /npm init -y\n(npm pkg set .*\n)+/.exec(guideText("typescript-client", "")) ?? [];
  if (!commands) throw new Error("The guide does not say how a project begins");
  return commands;
}

/** Makes a folder an integrator's project with the packed client, without a network. */
export async function installClient(folder: string): Promise<void> {
  const packed = mkdtempSync(join(tmpdir(), "provider-checkout-client-"));
  try {
    // Two that build at once would pack what the other has half written.
    const pack = () =>
      quietly("pack", join(root, "packages/client-typescript"), "--pack-destination", packed);
    const client = (await withLock("client", pack)).stdout.trim().split("\n").at(-1) ?? "";
    const from = DEPENDENCIES.map((name) => join(root, "node_modules", name));
    const { stdout } = await quietly("pack", ...from, "--pack-destination", packed, "--ignore-scripts");
    const others = stdout.trim().split("\n");
    await promisify(execFile)("bash", ["-ec", newProject()], { cwd: folder });
    const files = [client, ...others].map((name) => join(packed, name));
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

/** Runs the installed command line to its end, with no settings but these. */
export function runCli(folder: string, args: string[], env: Record<string, string>, cwd = folder) {
  const { BASE_URL: _, ...inherited } = process.env;
  return new Promise<{ code: number; out: string; said: string }>((resolve) => {
    const command = [cliOf(folder), ...args];
    execFile(process.execPath, command, { cwd, env: { ...inherited, ...env } }, (error, out, said) => {
      resolve({ code: error ? Number(error.code) : 0, out, said });
    });
  });
}

/** The command line's program, as it is installed there. */
export const cliOf = (folder: string) =>
  join(folder, "node_modules/@provider-checkout/client/dist/cli/main.js");
