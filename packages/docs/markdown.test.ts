import { describe, expect, it } from "vitest";
import { highlight, LANGUAGES } from "./highlight";
import { parseMarkdown, textOf } from "./markdown";

describe("a guide's markdown", () => {
  it.each([
    ["an image", "![logo](logo.png)"],
    ["HTML", "<b>bold</b>"],
    ["a language that no test runs", "```ruby\nputs\n```"],
    ["code without a language", "    indented"],
    ["a rule", "---"],
    ["an answer as a variant of its request", "```bash\nls\n```\n\n```json\n{}\n```"],
    ["an example twice in one language", "```bash\nls\n```\n\n```bash\npwd\n```"],
  ])("refuses %s, which no page draws", (_, text) => {
    expect(() => parseMarkdown(text)).toThrow();
  });

  it("gives each heading an address of its own", () => {
    const ids = parseMarkdown("## What to do\n\n## `code` first!\n\n## What to do").map(
      (block) => "id" in block && block.id,
    );
    expect(ids).toEqual(["what-to-do", "code-first", "what-to-do-1"]);
  });

  it("has nothing raw in what the search reads, and the cells of a table apart", () => {
    const [table] = parseMarkdown("| `a` | **b** |\n|---|---|\n| c | [d](/e) |");
    expect(textOf(table!)).toBe("a · b | c · d");
  });

  it("makes one block of examples that follow one another, each in another language", () => {
    const [variants, , single] = parseMarkdown(
      "```bash\nls\n```\n\n```python\nprint()\n```\n\nText.\n\n```ts\nx;\n```",
    );
    expect(variants).toEqual({
      type: "variants",
      codes: [
        { type: "code", language: "bash", subject: null, text: "ls" },
        { type: "code", language: "python", subject: null, text: "print()" },
      ],
    });
    expect(single).toMatchObject({ type: "code", language: "ts" });
  });

  it("keeps the text of code as it is", () => {
    const text = 'a < b && "c" # <d>\n';
    for (const language of LANGUAGES)
      expect(
        highlight(text, language)
          .map((line) => line.map((run) => run.text).join(""))
          .join("\n"),
      ).toBe(text);
    expect(parseMarkdown("`a < b`")).toEqual([
      { type: "paragraph", inlines: [{ type: "code", text: "a < b" }] },
    ]);
  });
});
