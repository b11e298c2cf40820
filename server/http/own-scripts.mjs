import { createHash } from "node:crypto";

/**
 * A page whose nonce stands on its inline scripts alone needs none: the policy can name these scripts by what they say, so
 * that the page is the same bytes for everybody, and can be kept as it is sent. D-276
 * @param {{ html: string, headers: Record<string, string | string[]>, nonce: string }} drawn
 * @returns {{ html: string, headers: Record<string, string | string[]> } | null} null where something else has the nonce too
 */
export function withoutNonce({ html, headers, nonce }) {
  const tag = `<script nonce="${nonce}">`;
  const [before = "", ...others] = html.split(tag);
  const scripts = others.map((text) => text.slice(0, text.indexOf("</script>")));
  const bare = [before, ...others].join("<script>");
  const sources = [...new Set(scripts)].map((script) => `'sha256-${hashOf(script)}'`).join(" ");
  const policy = String(headers["content-security-policy"]).replace(`'nonce-${nonce}'`, sources);
  const renewed = { ...headers, "content-security-policy": policy.replace(/ +;/g, ";") };
  return `${bare}${JSON.stringify(renewed)}`.includes(nonce) ? null : { html: bare, headers: renewed };
}

/** Of the text as browsers read it. @param {string} script */
const hashOf = (script) => createHash("sha256").update(script.replace(/\r\n?/g, "\n")).digest("base64");
