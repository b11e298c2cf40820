/** An earlier commit of this repository, built with the packages of this checkout, and its servers. */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { dataFolder, readJson, root } from "../../scripts/lib/checkout.mjs";
import { run } from "../../scripts/lib/run.mjs";
import { freePort, type RunningProcess, start, untilAnswers } from "../support/stack";
import { linkFolder } from "./builds";

const git = (...args: string[]) =>
  execFileSync("git", args, { cwd: root, maxBuffer: 500_000_000, stdio: ["ignore", "pipe", "ignore"] });

/** What keeps this checkout from building that commit, with the remedy; empty where nothing does. */
export function whyNoBuildOf(commit: string): string {
  let needed: Record<string, string>;
  try {
    const { dependencies, devDependencies } = JSON.parse(git("show", `${commit}:package.json`).toString());
    needed = { ...dependencies, typescript: devDependencies.typescript };
  } catch {
    return `needs the repository's whole history: git fetch --unshallow`;
  }
  const other = Object.entries(needed).filter(
    ([name, version]) => readJson(join(root, "node_modules", name, "package.json"))?.version !== version,
  );
  if (other.length === 0) return "";
  return `${commit} was written for ${other.map((one) => one.join(" ")).join(", ")}: take a later commit with a schema of its time`;
}

/** Builds it in a folder of its own, once: a commit does not change. @returns the folder */
export async function buildCommit(commit: string): Promise<string> {
  const folder = join(dataFolder, "builds", commit);
  const made = join(folder, "made");
  if (existsSync(made)) return folder;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  execFileSync("tar", ["-x", "-C", folder], { input: git("archive", "--format=tar", commit) });
  await linkFolder(join(root, "node_modules"), join(folder, "node_modules"));
  const env = { ...process.env, NODE_ENV: "production" as const, NEXT_TELEMETRY_DISABLED: "1" };
  for (const name of ["NEXT_DIST_DIR", "TEST_BUILD"]) delete (env as NodeJS.ProcessEnv)[name];
  const next = join(folder, "node_modules/next/dist/bin/next");
  const { code, output } = await run(process.execPath, [next, "build"], { cwd: folder, env });
  if (code !== 0) throw new Error(output.slice(-4_000));
  await writeFile(made, "");
  return folder;
}

/** Starts one server of a build, and waits until it answers. */
export async function serveBuild(folder: string, settings: Record<string, string>): Promise<RunningProcess> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const own = { NEXT_DIST_DIR: ".next", TEST_BUILD: "", PORT: String(port), BASE_URL: url };
  const child = start(["server.mjs"], { ...settings, ...own }, folder);
  await untilAnswers(`${url}/v1/environment`, child, "Provider Checkout is at");
  return { url, ...child };
}
