/** A Chromium that comes as a package, with the libraries that a bare Linux lacks. */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { dataFolder, readJson } from "../../../server/program/checkout.mjs";
import { withLock } from "../../../tools/shared/lock.mjs";
import { run, tail } from "../../../tools/shared/run.mjs";

/** The package unpacks into the temporary folder, and its libraries only where it takes the machine for a Lambda. */
const UNPACK = 'console.log(await (await import("@sparticuz/chromium")).default.executablePath())';

const HOME = join(dataFolder, "chromium");

/** Whether an earlier command has unpacked it. */
export const isUnpacked = () => existsSync(join(HOME, versionOf("@sparticuz/chromium")));

/**
 * Unpacks it once for this version; the folder gets its name when it is complete.
 *
 * @param {import("../../../server/program/log.mjs").Log} log
 * @param {string} [home]
 * @returns {Promise<{ executablePath: string, env: Record<string, string | undefined> }>}
 */
export async function unpackChromium(log, home = HOME) {
  const folder = join(home, versionOf("@sparticuz/chromium"));
  await withLock(`${home}.lock`, async () => {
    if (existsSync(folder)) return;
    const draft = `${folder}.unfinished`;
    rmSync(home, { recursive: true, force: true });
    mkdirSync(draft, { recursive: true });
    await log.step("Unpacking Chromium", async () => {
      const { code, output } = await run(process.execPath, ["--input-type=module", "-e", UNPACK], {
        env: { ...process.env, TMPDIR: draft, AWS_EXECUTION_ENV: "AWS_Lambda_nodejs20.x" },
      });
      if (code !== 0) throw new Error(tail(output, 5));
    });
    // Its fonts are looked for where a Lambda has them.
    const fonts = join(draft, "fonts", "fonts.conf");
    writeFileSync(fonts, readFileSync(fonts, "utf8").replaceAll("/tmp/fonts", join(folder, "fonts")));
    renameSync(draft, folder);
  });
  const libraries = [join(folder, "al2023", "lib"), process.env.LD_LIBRARY_PATH].filter(Boolean).join(":");
  return {
    executablePath: join(folder, "chromium"),
    env: { ...process.env, LD_LIBRARY_PATH: libraries, FONTCONFIG_PATH: join(folder, "fonts") },
  };
}

/** @param {string} name */
function versionOf(name) {
  const entry = createRequire(import.meta.url).resolve(name);
  const top = entry.slice(
    0,
    entry.lastIndexOf(join("node_modules", name)) + join("node_modules", name).length,
  );
  return readJson(join(top, "package.json")).version;
}
