/** Checks what may import what (.dependency-cruiser.mjs), what may read the environment, and how long a file may be. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { cruise } from "dependency-cruiser";
import extractTSConfig from "dependency-cruiser/config-utl/extract-ts-config";
import config from "../../.dependency-cruiser.mjs";
import { root } from "../../server/program/checkout.mjs";

const FOLDERS = ["app", "components", "drizzle", "e2e", "lib", "packages", "public", "server", "tools"];
const ROOT_FILES = [".dependency-cruiser.mjs", "instrumentation.ts", "proxy.ts"];
const GENERATED = new Set([
  "packages/client-typescript/schema.ts",
  "packages/client-typescript/operations.ts",
]);
/** What tools wrote: migrations, and the client's build. */
const NOT_OURS = /^(drizzle\/migrations|packages\/client-typescript\/dist)\/|(^|\/)node_modules\//;
const CODE = /\.([cm]?[jt]s|tsx|css)$/;
const FEWEST_MODULES = 50;
const MAX_LINES = 300;

/** Folders that get their settings handed in, but for the files named here. */
const READS_NO_ENVIRONMENT = /^(app|components|lib)\/|^(instrumentation|proxy)\.ts$/;
const READERS = new Map([
  ["lib/crash-point.ts", /process\.env\.CRASH_AT/g],
  ["instrumentation.ts", /process\.env\.NEXT_RUNTIME/g],
]);
const ENVIRONMENT = /process\s*(\?\.|\.|\[\s*["'`])\s*env\b|\benv\b[^;]*[=}]\s*(globalThis\.)?process\b/;

/**
 * @param {string[]} sources
 * @returns {Promise<{ modules: number, faults: string[] }>}
 */
async function checkImports(sources) {
  const { options, ...ruleSet } = config;
  const { output } = await cruise(
    sources,
    { ...options, ruleSet, validate: true, baseDir: root },
    {},
    { tsConfig: extractTSConfig(join(root, "tsconfig.json")) },
  );
  if (typeof output === "string") throw new Error("dependency-cruiser gave no result");
  const ours = output.modules.filter(({ source }) => CODE.test(source) && !source.includes("node_modules/"));
  const faults = output.summary.violations.map(({ rule, from, to, cycle }) => {
    if (cycle) return `${from}: a cycle, through ${cycle.map(({ name }) => name).join(" → ")}`;
    return `${from} must not import ${to} (${rule.name})`;
  });
  return { modules: ours.length, faults: [...new Set(faults)] };
}

/**
 * @param {string} file
 * @param {string} text
 * @returns {string[]}
 */
function checkText(file, text) {
  const faults = [];
  const lines = text.split("\n").length - 1;
  if (lines > MAX_LINES) faults.push(`${file} has ${lines} lines; ${MAX_LINES} are the most`);
  if (READS_NO_ENVIRONMENT.test(file) && !/\.test\.tsx?$/.test(file)) {
    const rest = text.replace(READERS.get(file) ?? /$^/, "");
    if (ENVIRONMENT.test(rest)) faults.push(`${file} reads process.env; server/settings hands settings in`);
  }
  return faults;
}

/** @param {string} folder */
function filesIn(folder) {
  const entries = readdirSync(join(root, folder), { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile() && CODE.test(entry.name))
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(root.length + 1)
        .replaceAll("\\", "/"),
    )
    .filter((file) => !NOT_OURS.test(file) && !GENERATED.has(file))
    .sort();
}

// The rules speak of paths from the top, wherever this is run.
process.chdir(root);
const present = new Set(readdirSync(root));
const folders = FOLDERS.filter((folder) => present.has(folder));
const rootFiles = ROOT_FILES.filter((file) => present.has(file));
const files = [...rootFiles, ...folders.flatMap(filesIn)];

const { modules, faults } = await checkImports([...rootFiles, ...folders]);
if (modules < FEWEST_MODULES) faults.push(`The check does not work: it saw ${modules} modules only`);
for (const file of files) faults.push(...checkText(file, readFileSync(join(root, file), "utf8")));

for (const fault of faults) console.log(fault);
if (faults.length > 0) process.exitCode = 1;
else console.log(`${modules} modules keep to the rules.`);
