/** Builds of this checkout in folders of their own, as two machines make them. */
import { existsSync } from "node:fs";
import { cp, link, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { dataFolder, root } from "../../server/program/checkout.mjs";
import { buildIdOf } from "../../tools/build/build-id.mjs";
import { run } from "../../tools/shared/run.mjs";

const LEFT_OUT = /^(\.git|\.data|\.next.*|\.vercel|node_modules|test-results)$/;
/** Of whole builds. */
const KEPT = join(dataFolder, "builds");

export interface Build {
  folder: string;
  id: string;
  /** The ids of its actions, by their names in the source. */
  actions: Readonly<Record<string, string>>;
}

/**
 * Builds the checkout as it is now. A build is kept, and taken again as long as the sources are what they were.
 * @param name of its folder: builds of two names are made independently
 */
export async function build(name: string): Promise<Build> {
  const place = join(KEPT, name);
  const folder = join(place, buildIdOf(root, ""));
  const made = join(folder, "made");
  if (!existsSync(made)) {
    await rm(place, { recursive: true, force: true });
    await copyCheckout(folder);
    const env = { ...process.env, NODE_ENV: "production" as const, NEXT_TELEMETRY_DISABLED: "1" };
    for (const name of ["NEXT_DIST_DIR", "TEST_BUILD"]) delete (env as NodeJS.ProcessEnv)[name];
    const next = join(folder, "node_modules/next/dist/bin/next");
    const { code, output } = await run(process.execPath, [next, "build"], { cwd: folder, env });
    if (code !== 0) throw new Error(output.slice(-4_000));
    await writeFile(made, "");
  }
  const read = (file: string) => readFile(join(folder, ".next", file), "utf8");
  const { node } = JSON.parse(await read("server/server-reference-manifest.json"));
  return {
    folder,
    id: await read("BUILD_ID"),
    actions: Object.fromEntries(
      Object.entries(node as Record<string, { exportedName: string }>).map(([id, { exportedName }]) => [
        exportedName,
        id,
      ]),
    ),
  };
}

/** The files that browsers fetch, with what is in them. */
export async function filesOf({ folder }: Build): Promise<Record<string, string>> {
  const top = join(folder, ".next/static");
  const entries = await readdir(top, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const read = files.sort().map(async (file) => [file.slice(top.length), await readFile(file, "latin1")]);
  return Object.fromEntries(await Promise.all(read));
}

async function copyCheckout(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const name of await readdir(root))
    if (!LEFT_OUT.test(name)) await cp(join(root, name), join(folder, name), { recursive: true });
  await linkFolder(join(root, "node_modules"), join(folder, "node_modules"));
}

/** Turbopack follows no link out of the folder that it builds, so each file is linked for itself. */
export async function linkFolder(from: string, to: string): Promise<void> {
  await mkdir(to);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [one, other] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) await linkFolder(one, other);
    else if (entry.isFile()) await link(one, other);
    else await cp(one, other, { verbatimSymlinks: true });
  }
}
