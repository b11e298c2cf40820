import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { withoutNonce } from "./own-scripts.mjs";

const nonce = "ab+/cd==";
const policy = `default-src 'none'; script-src 'self' 'nonce-${nonce}'; style-src 'self'`;
function named(html: string, more: Record<string, string> = {}) {
  const headers = { "content-security-policy": policy, ...more };
  const asked = withoutNonce({ status: 200, headers, body: Buffer.from(html) });
  return { html: asked.body.toString(), headers: asked.headers };
}
const hash = (script: string) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`;

describe("a page's policy", () => {
  it("names its inline scripts by what they say, each once, and the page has no nonce", () => {
    const inline = (script: string, more = "") => `<script nonce="${nonce}"${more}>${script}</script>`;
    const { html, headers } = named(
      `<p>${inline("one(1)")}</p>${inline("two('ü')", ' id="_R_"')}${inline("one(1)")}`,
    );
    expect(html).toBe(
      `<p><script>one(1)</script></p><script id="_R_">two('ü')</script><script>one(1)</script>`,
    );
    expect(headers["content-security-policy"]).toBe(
      `default-src 'none'; script-src 'self' ${hash("one(1)")} ${hash("two('ü')")}; style-src 'self'`,
    );
  });

  it("allows files of our own alone where there is no inline script", () => {
    const { html, headers } = named(
      `<script src="/a.js" nonce="${nonce}"></script><style nonce="${nonce}">p{}</style>`,
    );
    expect(html).toBe('<script src="/a.js"></script><style>p{}</style>');
    expect(headers["content-security-policy"]).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'",
    );
  });

  it("does not name a script without the page's nonce, which may be somebody else's", () => {
    const { headers } = named(`<script nonce="${nonce}">one()</script><script>other()</script>`);
    expect(headers["content-security-policy"]).not.toContain(hash("other()"));
  });

  it("tells the nonce neither in a header nor in a script, which has the hash of what is sent", () => {
    const { html, headers } = named(`<script nonce="${nonce}">push("nonce=${nonce}")</script>`, {
      link: `</a.js>; nonce="${nonce}"`,
    });
    expect(html).toBe('<script>push("nonce=")</script>');
    expect(headers["content-security-policy"]).toContain(hash('push("nonce=")'));
    expect(JSON.stringify(headers)).not.toContain(nonce);
  });
});
