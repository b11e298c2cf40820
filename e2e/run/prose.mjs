/** Checks the words of the documents and of the reference with textlint. `prose.yml` lists those to avoid. */
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { TextlintKernel } from "@textlint/kernel";
import { root } from "../../server/program/checkout.mjs";

process.chdir(root);
/** The specification is quoted word for word. */
const docs = readdirSync("docs", { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".md") && file !== "specification.md")
  .map((file) => `docs/${file}`);
const files = ["README.md", "ARCHITECTURE.md", "SECURITY.md", "openapi.json", ...docs];

/** @param {string} file with blanks in place of code, so that places stay; of a document of JSON its descriptions */
function proseOf(file) {
  const source = readFileSync(file, "utf8");
  if (file.endsWith(".json"))
    return source.replace(/^.*$/gm, (line) => (/^ *"(description|summary|title)": "/.test(line) ? line : ""));
  return source.replace(/^```[\s\S]*?^```|`[^`\n]*`|\]\([^)\s]*\)/gm, (code) => code.replace(/\S/g, " "));
}

// The rule has no types.
const require = createRequire(import.meta.url);
const kernel = new TextlintKernel();
const options = {
  ext: ".txt",
  plugins: [{ pluginId: "text", plugin: require("@textlint/textlint-plugin-text").default }],
  rules: [
    {
      ruleId: "prh",
      rule: require("textlint-rule-prh").default,
      options: { rulePaths: ["e2e/run/prose.yml"] },
    },
  ],
};
/** @param {string} filePath @param {string} prose */
const lint = async (filePath, prose) => (await kernel.lintText(prose, { ...options, filePath })).messages;
// A check that sees nothing passes everything.
const planted = await lint("planted.txt", "A member of the answer.");
let faults = planted.length === 2 && files.length > 100 ? 0 : 1;
if (faults > 0) console.log("The check does not work: it did not see what was planted");
for (const file of files)
  for (const { line, message } of await lint(file, proseOf(file))) {
    console.log(`${file}:${line}: ${message}`);
    faults += 1;
  }
if (faults > 0) process.exitCode = 1;
