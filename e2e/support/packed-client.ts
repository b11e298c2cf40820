import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { guideText } from "../../packages/docs/guides";
import { root } from "../../server/program/checkout.mjs";
import { npm } from "../../tools/shared/install.mjs";

/** The guide's own commands for a new project, up to what a registry would be asked for. */
function newProject(): string {
  const [commands] = /npm init -y\n(npm pkg set .*\n)+/.exec(guideText("typescript-client", "")) ?? [];
  if (!commands) throw new Error("The guide does not say how a project begins");
  return commands;
}

/** Makes a folder an integrator's project with the client as it is downloaded, without a network. */
export async function installClient(folder: string): Promise<void> {
  await promisify(execFile)("bash", ["-ec", newProject()], { cwd: folder });
  const file = join(root, "public/docs/downloads/provider-checkout-client.tgz");
  const options = ["--prefix", folder, "--offline", "--no-audit", "--no-fund", "--loglevel=error"];
  const { code, output } = await npm("install", file, ...options);
  if (code !== 0) throw new Error(`npm install: ${output}`);
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
