import { createHash } from "node:crypto";
import { common, createLowlight } from "lowlight";
import { firstAndLast } from "../../lib/domain/narrow";

/** What decides the colour of a piece of code. */
export type CodeRole = "name" | "text" | "value" | "word" | "comment";

export interface CodeRun {
  text: string;
  role: CodeRole | null;
}

/** The languages of examples; the documentation's tests run each of them. */
export const LANGUAGES = ["bash", "sh", "ts", "python", "php", "html", "json", "yaml"] as const;
export type Language = (typeof LANGUAGES)[number];

/** Those in which one example can stand beside itself. */
export const VARIANTS = ["bash", "ts", "python", "php"] as const satisfies readonly Language[];
export type Variant = (typeof VARIANTS)[number];

/** For its radio buttons, of which a browser keeps one of each name: no other example of a page has it. */
export const nameOfExample = (codes: readonly { text: string }[]) =>
  createHash("sha256").update(JSON.stringify(codes)).digest("base64url").slice(0, 8);

const GRAMMARS = {
  bash: "bash",
  sh: "bash",
  ts: "typescript",
  python: "python",
  php: "php",
  html: "xml",
  json: "json",
  yaml: "yaml",
} as const;

const lowlight = createLowlight(common);

const ROLES: Record<string, CodeRole> = {
  "hljs-attr": "name",
  "hljs-name": "name",
  "hljs-built_in": "name",
  "hljs-title": "name",
  "hljs-string": "text",
  "hljs-number": "value",
  "hljs-literal": "value",
  "hljs-variable": "value",
  "hljs-keyword": "word",
  "hljs-comment": "comment",
};

type Node = ReturnType<typeof lowlight.highlight>["children"][number];

/** The lines of the code in runs of one colour each, drawn by our own classes: the pages' policy allows no inline styles. D-089. */
export function highlight(code: string, language: Language): CodeRun[][] {
  const lines: CodeRun[][] = [[]];
  const walk = (nodes: readonly Node[], role: CodeRole | null): void => {
    for (const node of nodes) {
      if (node.type === "text") add(lines, node.value, role);
      else if (node.type === "element") {
        const names = (node.properties.className ?? []) as string[];
        walk(node.children as Node[], names.map((name) => ROLES[name]).find(Boolean) ?? role);
      }
    }
  };
  walk(lowlight.highlight(GRAMMARS[language], code).children, null);
  return lines;
}

function add(lines: CodeRun[][], text: string, role: CodeRole | null): void {
  for (const [at, part] of text.split("\n").entries()) {
    if (at > 0) lines.push([]);
    const [, line] = firstAndLast(lines);
    const last = line.at(-1);
    if (last?.role === role) last.text += part;
    else if (part !== "") line.push({ text: part, role });
  }
}
