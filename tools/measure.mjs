/**
 * `npm run measure`: how large the code is, and how it reads. Product code is what is written by hand and runs for a
 * provider, a student or an operator; tests, documents, fonts, pictures and generated files are not.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import ts from "typescript";

const CODE = /\.([cm]?[jt]s|tsx|css|py|php|sh|sql)$/;
const TEST = /^e2e\/|\.(test|spec)\.|\/tests\//;
const GENERATED =
  /^(drizzle\/migrations\/|packages\/client-typescript\/(operations|schema)\.ts$|public\/capture\/v1\.js$)/;
const DOCUMENT = /^(docs\/(?!examples\/)|ops\/|files\/|patches\/)/;
const LONG = 110;

const files = execFileSync("git", ["ls-files"], { encoding: "utf8" })
  .split("\n")
  .filter((file) => CODE.test(file) && !GENERATED.test(file) && !DOCUMENT.test(file))
  .map((file) => ({ file, text: readFileSync(file, "utf8") }));
const tests = files.filter(({ file }) => TEST.test(file));
const product = files.filter(({ file }) => !TEST.test(file));

const linesOf = (/** @type {string} */ text) => text.split("\n").length - 1;
const sum = (/** @type {{ text: string }[]} */ some) =>
  some.reduce((lines, { text }) => lines + linesOf(text), 0);

/** Casts other than `as const`, and non-null `!`. */
function assertionsIn(/** @type {{ file: string, text: string }[]} */ some) {
  let casts = 0;
  let nonNull = 0;
  const visit = (/** @type {ts.Node} */ node) => {
    if (ts.isAsExpression(node) && node.type.getText() !== "const") casts++;
    if (ts.isNonNullExpression(node)) nonNull++;
    ts.forEachChild(node, visit);
  };
  for (const { file, text } of some)
    if (/\.tsx?$/.test(file)) visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  return { casts, nonNull };
}

function row(/** @type {string} */ title, /** @type {{ file: string, text: string }[]} */ some) {
  const lines = sum(some);
  const sizes = some.map(({ text }) => linesOf(text)).sort((a, b) => a - b);
  const at = (/** @type {number} */ share) => sizes[Math.floor((sizes.length - 1) * share)] ?? 0;
  const { casts, nonNull } = assertionsIn(some);
  const long = some.flatMap(({ text }) => text.split("\n")).filter((line) => line.length > LONG).length;
  const each = (/** @type {number} */ count) => ((count * 1000) / Math.max(lines, 1)).toFixed(1);
  return [title, some.length, lines, `${at(0.5)} / ${at(0.95)}`, each(casts), each(nonNull), each(long)];
}

const folders = [
  ...new Set(product.map(({ file }) => (file.includes("/") ? file.split("/")[0] : "top level"))),
].sort();
const within = (/** @type {string | undefined} */ folder) =>
  product.filter(({ file }) =>
    folder === "top level" ? !file.includes("/") : file.startsWith(`${folder}/`),
  );
const rows = [
  ["Part", "Files", "Lines", "Median / p95", "Casts", "!", "Long lines"],
  ...folders.map((folder) => row(String(folder), within(folder))),
  row("Product", product),
  row("Tests", tests),
];
const widths = rows[0]?.map((_, at) => Math.max(...rows.map((cells) => String(cells[at]).length))) ?? [];
for (const cells of rows)
  console.log(cells.map((cell, at) => String(cell)[at ? "padStart" : "padEnd"](widths[at] ?? 0)).join("  "));

const decisions = execFileSync("git", ["ls-files", "docs/decisions/[0-9]*.md"], { encoding: "utf8" })
  .split("\n")
  .filter(Boolean)
  .map((file) => readFileSync(file, "utf8"));
const patched = execFileSync("git", ["ls-files", "patches/*.patch"], { encoding: "utf8" })
  .split("\n")
  .filter(Boolean);
console.log(`
Casts, ! and long lines (over ${LONG} characters) are for 1,000 lines.
Test lines for each product line: ${(sum(tests) / sum(product)).toFixed(2)}
Decisions: ${decisions.length}, ${decisions.join(" ").split(/\s+/).length} words
Patches: ${patched.map((file) => `${file.slice(8, -6)} ${readFileSync(file, "utf8").match(/^[+-](?![+-])/gm)?.length}`).join(", ")} changed lines`);
