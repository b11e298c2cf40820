import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readJson, root } from "../../scripts/lib/checkout.mjs";

const SKIPPED = /^(node_modules|test-results|\.git|\.data|\.next.*|\.vercel|dist)$/;

/** What a clone has, seen from its top. */
function filesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder ? `${folder}/${entry.name}` : entry.name;
    if (!entry.isDirectory()) return [path];
    return SKIPPED.test(entry.name) ? [] : filesIn(path);
  });
}

const files = filesIn("");
/** What people run beside the tests themselves. */
const code = files.filter(
  (file) =>
    /^(scripts|lib|app|e2e\/run|drizzle|[\w.-]+$)/.test(file) &&
    /\.(mjs|ts|tsx)$/.test(file) &&
    !/\.test\./.test(file),
);

describe("the code that people run", () => {
  it.each([
    [
      "npm and npx by name without a shell: they are no programs on Windows",
      /spawn(Sync)?\(\s*"np[mx]"|execFile(Sync)?\(\s*"np[mx]"/,
    ],
    [
      "the path of an address: blanks are escaped there, and drives have a slash before them",
      /import\.meta\.url\)?\.pathname|new URL\([^()]*import\.meta\.url\)\.pathname/,
    ],
    [
      "a module by a path that is no address: Windows takes `C:` for a scheme",
      /\bimport\(\s*(join|resolve)\(/,
    ],
    ["the null device or the folder of root by name", /"\/dev\/null"|"\/root\b/],
    ["a user's id without a question whether there are any", /process\.get[eu]+id\(\)/],
    ["a shell", /spawn(Sync)?\(\s*"(sh|bash)"|execSync\(/],
  ])("has nowhere %s", (_, wrong) => {
    expect(code.length).toBeGreaterThan(200);
    expect(code.filter((file) => wrong.test(readFileSync(join(root, file), "utf8")))).toEqual([]);
  });
});

it("npm's own commands are programs with arguments, and nothing that only one shell reads", () => {
  const { scripts } = readJson(join(root, "package.json"));
  for (const [name, command] of Object.entries<string>(scripts))
    expect(command, name).toMatch(/^(node|drizzle-kit|patch-package)( [\w.:/-]+)*$/);
});

describe("the names of files", () => {
  it("differ in more than the case of letters", () => {
    const seen = files.map((file) => file.toLowerCase());
    expect(seen.filter((file, at) => seen.indexOf(file) !== at)).toEqual([]);
  });

  it("are such as every system takes", () => {
    for (const file of files) {
      expect(file).not.toMatch(/[<>:"|?*\\]|[ .](\/|$)/);
      expect(file).not.toMatch(/(^|\/)(con|prn|aux|nul|com\d|lpt\d)(\.|\/|$)/i);
      expect(file.length).toBeLessThan(150);
    }
  });
});

it("line ends are the same on every system: patches and hashes depend on it", () => {
  expect(readFileSync(join(root, ".gitattributes"), "utf8")).toMatch(/^\* text=auto eol=lf$/m);
});
