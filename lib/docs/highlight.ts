import { common, createLowlight } from "lowlight";

/** What a piece of code is, as far as its colour goes. */
export type CodeRole = "name" | "text" | "value" | "word" | "comment";

export interface CodeRun {
  text: string;
  role: CodeRole | null;
}

/** The languages that examples are written in; the tests of the documentation run every one of them. */
export const LANGUAGES = ["bash", "ts", "html", "json"] as const;
export type Language = (typeof LANGUAGES)[number];

const GRAMMARS = { bash: "bash", ts: "typescript", html: "xml", json: "json" } as const;

const lowlight = createLowlight({
  bash: common.bash!,
  typescript: common.typescript!,
  xml: common.xml!,
  json: common.json!,
});

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

/** The code in runs of one colour each. Plain data, because the pages' policy allows no style attributes. */
export function highlight(code: string, language: Language): CodeRun[] {
  const runs: CodeRun[] = [];
  const walk = (nodes: readonly Node[], role: CodeRole | null): void => {
    for (const node of nodes) {
      if (node.type === "text") add(runs, node.value, role);
      else if (node.type === "element") {
        const names = (node.properties.className ?? []) as string[];
        walk(node.children as Node[], names.map((name) => ROLES[name]).find(Boolean) ?? role);
      }
    }
  };
  walk(lowlight.highlight(GRAMMARS[language], code).children, null);
  return runs;
}

function add(runs: CodeRun[], text: string, role: CodeRole | null): void {
  const last = runs.at(-1);
  if (last?.role === role) last.text += text;
  else runs.push({ text, role });
}
