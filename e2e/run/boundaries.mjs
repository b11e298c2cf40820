/**
 * Checks what may import what (.dependency-cruiser.mjs), what may read the environment, and how long a file may be. It
 * proves on planted faults that it would see one.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
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
const NOT_OURS = /^(drizzle\/migrations|packages\/client-typescript\/dist)\//;
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
 * @param {string} top
 * @param {string[]} sources
 * @returns {Promise<{ modules: number, faults: string[] }>}
 */
async function checkImports(top, sources) {
  const { options, ...ruleSet } = config;
  const { output } = await cruise(
    sources,
    { ...options, ruleSet, validate: true, baseDir: top },
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

/** Files with one fault each, among them one that only a reader of types sees. */
const PLANTED = {
  "lib/domain/first.ts": 'import type { B } from "./second";\nexport type A = B | null;\n',
  "lib/domain/second.ts": 'import type { A } from "./first";\nexport type B = A[];\n',
  "lib/domain/upward.ts": 'import type { Row } from "../db/row";\nexport type Mine = Row;\n',
  "lib/db/row.ts": "export interface Row {\n  id: string;\n}\n",
  "drizzle/schema/upward.ts": 'import type { Row } from "../../lib/db/row";\nexport type Mine = Row;\n',
  "lib/checkout/query.ts": 'import { sql } from "drizzle-orm";\nexport const one = sql`select 1`;\n',
};
const EXPECTED = [
  /^lib\/domain\/(first|second)\.ts: a cycle/,
  /^lib\/domain\/upward\.ts must not import lib\/db\/row\.ts/,
  /^drizzle\/schema\/upward\.ts must not import lib\/db\/row\.ts/,
  /^lib\/checkout\/query\.ts must not import .*drizzle-orm/,
];

/** A check that sees nothing passes everything: this one must see what was planted, and only that. */
async function proveItself() {
  const folder = mkdtempSync(join(tmpdir(), "provider-checkout-boundaries-"));
  try {
    for (const [file, text] of Object.entries(PLANTED)) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), text);
    }
    const { faults } = await checkImports(folder, ["drizzle", "lib"]);
    faults.push(...checkText("lib/domain/long.ts", "\n".repeat(MAX_LINES + 1)));
    faults.push(...checkText("lib/domain/reader.ts", "const { env } = process;"));
    faults.push(...checkText("instrumentation.ts", "process.env.NEXT_RUNTIME; process.env.OTHER;"));
    const expected = [
      ...EXPECTED,
      /long\.ts has 301 lines/,
      /reader\.ts reads/,
      /^instrumentation\.ts reads/,
    ];
    const unseen = expected.filter((one) => !faults.some((fault) => one.test(fault)));
    const unfounded = faults.filter((fault) => !expected.some((one) => one.test(fault)));
    return [
      ...unseen.map((one) => `The check does not work: it did not see the planted fault ${one}`),
      ...unfounded.map((fault) => `The check does not work: it reports of sound code that ${fault}`),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
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

const { modules, faults } = await checkImports(root, [...rootFiles, ...folders]);
faults.push(...(await proveItself()));
if (modules < FEWEST_MODULES) faults.push(`The check does not work: it saw ${modules} modules only`);
for (const file of files) faults.push(...checkText(file, readFileSync(join(root, file), "utf8")));

for (const fault of faults) console.log(fault);
if (faults.length > 0) process.exitCode = 1;
else console.log(`${modules} modules keep to the rules.`);
