import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import { findProgram, type Program } from "../support/programs";
import { linkFolder } from "./builds";

/** The platform's own command line, which is no package of ours: it brings hundreds of others. */
export function platformCommand(): Program {
  const { VERCEL_CLI: named } = process.env;
  if (named) return { path: named, remedy: "" };
  const { path } = findProgram("vercel", "");
  return { path, remedy: "needs vercel: npm install --global vercel, or its path in VERCEL_CLI" };
}

/** What a checkout has that no build may read. */
const NOT_COPIED = /^(\.data|\.env.*|\.git|\.next.*|\.vercel|node_modules|test-results)$/;

/** Builds a copy of this checkout as the platform does. @returns the copy's folder; the build is in its `.vercel/output` */
export async function buildForPlatform(command: string, settings: Record<string, string>): Promise<string> {
  const copy = resolve(".data/hosting/checkout");
  rmSync(copy, { recursive: true, force: true });
  mkdirSync(join(copy, ".vercel"), { recursive: true });
  for (const name of readdirSync("."))
    if (!NOT_COPIED.test(name)) cpSync(name, join(copy, name), { recursive: true });
  // The build packs what it finds below its own top: packages further up would be outside.
  await linkFolder(resolve("node_modules"), join(copy, "node_modules"));
  const project = { framework: "nextjs", nodeVersion: `${process.versions.node.split(".")[0]}.x` };
  writeJson(join(copy, ".vercel/project.json"), { projectId: "prj_x", orgId: "team_x", settings: project });
  // The packages are there, and this needs no network.
  const config = JSON.parse(readFileSync(join(copy, "vercel.json"), "utf8"));
  writeJson(join(copy, "vercel.json"), { ...config, installCommand: "" });
  const output = await run(command, ["build", "--prod", "--yes", "--token", "none"], copy, settings);
  if (!existsSync(join(copy, ".vercel/output/config.json"))) throw new Error(`The build failed:\n${output}`);
  return copy;
}

const writeJson = (file: string, value: unknown) => writeFileSync(file, JSON.stringify(value, null, 2));

/** @returns what it wrote, also where it failed */
async function run(command: string, args: string[], cwd: string, settings: Record<string, string>) {
  const { NODE_OPTIONS: _, VITEST: __, TEST_BUILD: ___, NEXT_DIST_DIR: ____, ...inherited } = process.env;
  const own = {
    NODE_ENV: "production",
    HOME: join(cwd, ".vercel"),
    VERCEL_TELEMETRY_DISABLED: "1",
    CI: "1",
  } as const;
  // The build calls `npm` and `node`: those of this process.
  const path = [join(process.execPath, ".."), process.env.PATH].join(delimiter);
  const child = spawn(command, args, {
    cwd,
    env: { ...inherited, PATH: path, ...own, ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let written = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (written += chunk));
  return new Promise<string>((done, fail) => {
    child.once("error", fail);
    child.once("close", () => done(written));
  });
}
