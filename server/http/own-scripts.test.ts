import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { withoutNonce } from "./own-scripts.mjs";

const nonce = "ab+/cd==";
const policy = `default-src 'none'; script-src 'self' 'nonce-${nonce}'; style-src 'self'`;
const named = (html: string, headers: Record<string, string> = {}) =>
  withoutNonce({ html, headers: { "content-security-policy": policy, ...headers }, nonce });
const hash = (script: string) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`;

describe("a page's policy", () => {
  it("names its inline scripts by what they say, each once, and the page has no nonce", () => {
    const inline = (script: string) => `<script nonce="${nonce}">${script}</script>`;
    const { html, headers } = named(`<p>${inline("one(1)")}</p>${inline("two('ü')")}${inline("one(1)")}`)!;
    expect(html).toBe("<p><script>one(1)</script></p><script>two('ü')</script><script>one(1)</script>");
    expect(headers["content-security-policy"]).toBe(
      `default-src 'none'; script-src 'self' ${hash("one(1)")} ${hash("two('ü')")}; style-src 'self'`,
    );
  });

  it("allows files of our own alone where there is no inline script", () => {
    expect(named("<p>Text</p>")!.headers["content-security-policy"]).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'",
    );
  });

  it("does not name a script without the page's nonce, which may be somebody else's", () => {
    const { headers } = named(`<script nonce="${nonce}">one()</script><script>other()</script>`)!;
    expect(headers["content-security-policy"]).not.toContain(hash("other()"));
  });

  it("keeps the nonce where a file, a style, a header or a script's own text has it", () => {
    for (const html of [
      `<script src="/a.js" nonce="${nonce}"></script>`,
      `<style nonce="${nonce}">p{}</style>`,
      `<script nonce="${nonce}">push("nonce=${nonce}")</script>`,
    ])
      expect(named(html), html).toBeNull();
    expect(named("<p>", { link: `</a.js>; nonce="${nonce}"` })).toBeNull();
  });
});
