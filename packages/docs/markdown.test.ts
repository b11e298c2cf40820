import { describe, expect, it } from "vitest";
import { escapeHtml } from "../text/escape-html";
import { highlighted } from "./code";
import { GUIDES, guideText } from "./guides";
import { examplesIn, htmlOf, plainOf, sectionsOf } from "./markdown";

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
    expect(() => htmlOf(text)).toThrow();
  });

  it("gives each heading its address, and each table its heading as a label", () => {
    const html = htmlOf("## `code` first!\n\n| a | b |\n|---|---|\n| 1 | 2 |\n");
    expect(html).toContain('id="code-first"');
    expect(html).toContain('<table aria-label="code first!"');
  });

  it("has no address twice in a guide", () => {
    for (const { slug } of GUIDES) {
      const ids = sectionsOf(guideText(slug, "https://pay.example.edu")).map(({ id }) => id);
      expect([slug, ids.length]).toEqual([slug, new Set(ids).size]);
    }
  });

  it("has a plain text, with the cells of a table apart", () => {
    expect(plainOf("| `a` | **b** |\n|---|---|\n| c | [d](/e) |")).toBe("a · b | c · d |");
  });

  it("makes one example of code blocks that follow one another, each in another language", () => {
    const [variants, single] = examplesIn(
      "```bash\nls\n```\n\n```python\nprint()\n```\n\nText.\n\n```ts name\nx;\n```",
    );
    expect(variants).toEqual([
      { language: "bash", text: "ls" },
      { language: "python", text: "print()" },
    ]);
    expect(single).toEqual([{ language: "ts", subject: "name", text: "x;" }]);
  });

  it("keeps the text of code as it is, and escapes it", () => {
    const text = 'a < b && "c" # <d>\n';
    const plain = (html: string) => html.replace(/<[^>]+>/g, "");
    for (const language of ["bash", "ts", "python", "php", "html", "json", "yaml"] as const)
      expect(plain(highlighted(text, language).join("\n"))).toBe(escapeHtml(text));
    expect(htmlOf("`a < b`")).toContain(">a &lt; b</code>");
  });
});
