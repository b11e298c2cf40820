import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { basename, extname } from "node:path";
import { describe, expect, it } from "vitest";

/**
 * What comments and pages refer to is there: sections of the contract, headings of the specification, files.
 */
const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], { encoding: "utf8" })
  .split("\n")
  .filter((file) => existsSync(file));
const names = new Set(files.map((file) => basename(file)));
const folders = new Set(files.flatMap((file) => parents(file)));
const read = (file: string) => readFileSync(file, "utf8");
const headings = (file: string) =>
  [...read(file).matchAll(/^#{2,4} (.+)$/gm)].map(([, title]) => title!.trim());

const sections = new Set(headings("docs/contract.md").flatMap((title) => /^(\d+)\. /.exec(title)?.[1] ?? []));
const specified = headings("docs/specification.md");

/** Comments and texts that stand in code, with the file that holds them. */
const code = files
  .filter((file) => /^(app|components|drizzle\/schema|e2e|lib|packages|server|tools)\/|^[^/]+$/.test(file))
  .filter((file) => [".ts", ".tsx", ".mjs"].includes(extname(file)))
  .map((file) => ({ file, comments: comments(read(file)) }));
const pages = files.filter((file) => file.endsWith(".md")).map((file) => ({ file, comments: read(file) }));

describe("references", () => {
  it("name sections that the contract has", () => {
    const found = all([...code, ...pages], /contract,? sections? ((?:\d+(?:, | and | to )?)+)/gi, (text) =>
      text.match(/\d+/g)!.filter((number) => !sections.has(number)),
    );
    expect(found).toEqual([]);
  });

  it("name headings that the specification has", () => {
    const found = all(code, /specification(?:, |: )"([^"]+)"/gi, (title) =>
      specified.includes(title) ? [] : [title],
    );
    expect(found).toEqual([]);
  });

  it("name files and folders that are there", () => {
    const path =
      /(?<![\w/.:@-])((?:app|components|docs|drizzle|e2e|examples|lib|packages|server|tools)\/(?:\(\w+\)|[\w./-])*\w)/g;
    // What a guide names stands in the reader's own project.
    const ours = pages.filter(({ file }) => !file.startsWith("docs/guides/"));
    const found = all([...code, ...ours], path, (named) =>
      files.includes(named) || folders.has(named) || files.some((file) => file.startsWith(`${named}.`))
        ? []
        : [named],
    );
    expect(found).toEqual([]);
    const single = all(ours, /`([\w.-]+\.(?:tsx?|mjs|md))`/g, (named) => (names.has(named) ? [] : [named]));
    expect(single).toEqual([]);
  });
});

describe("decisions", () => {
  const records = files.filter((file) => /^docs\/decisions\/\d{3}-[a-z\d-]+\.md$/.test(file)).sort();
  const form =
    /^# (\d{3}): (.+)\n\n\d{4}-\d\d-\d\d · (.+)\n\n[\s\S]+\n\n\*\*Why:\*\* [\s\S]+\*\*Alternatives:\*\* /;

  it("has records of one form, with numbers of their own", () => {
    const numbers = records.map((file) => basename(file).slice(0, 3));
    expect(records.map((file) => form.exec(read(file))?.[1])).toEqual(numbers);
    expect(new Set(numbers).size).toBe(records.length);
  });

  it("lists each under its area", () => {
    const listed = read("docs/decisions/README.md")
      .split(/^## /m)
      .flatMap((area) =>
        [...area.matchAll(/^- \[(\d{3})\]\((.+)\) (.+)$/gm)].map(
          ([, number, file, title]) => `${file}: ${number}, ${title}, ${area.split("\n")[0]}`,
        ),
      );
    const written = records.map((file) => {
      const [, number, title, area] = form.exec(read(file)) ?? [];
      return `${basename(file)}: ${number}, ${title}, ${area}`;
    });
    expect(listed.sort()).toEqual(written);
  });
});

function parents(file: string): string[] {
  const parts = file.split("/");
  return parts.slice(0, -1).map((_, index) => parts.slice(0, index + 1).join("/"));
}

/** Block and line comments; a line's `//` inside a text such as an address is none. */
function comments(source: string): string {
  return [...source.matchAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/ .*$/gm)].map(([text]) => text).join("\n");
}

/** Each fault as "file: what it refers to". */
function all(
  texts: { file: string; comments: string }[],
  pattern: RegExp,
  missing: (reference: string) => string[],
): string[] {
  return texts.flatMap(({ file, comments }) =>
    [...comments.replace(/\s*\n\s*(?:\*|\/\/)? ?/g, " ").matchAll(pattern)].flatMap(([, reference]) =>
      missing(reference!).map((one) => `${file}: ${one}`),
    ),
  );
}
