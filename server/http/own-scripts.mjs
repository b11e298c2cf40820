import { createHash } from "node:crypto";

/**
 * The same page without a nonce: its policy names the inline scripts by what they say. So it is the same bytes for everybody
 * and can be kept as it is sent. Files of ours need no nonce, as the policy allows them all.
 * @param {import("./in-process.mjs").Asked} asked
 * @returns {import("./in-process.mjs").Asked}
 */
export function withoutNonce({ status, headers, body }) {
  const policy = String(headers["content-security-policy"] ?? "");
  const [source = "", nonce] = /'nonce-([^']+)'/.exec(policy) ?? [];
  if (nonce === undefined) return { status, headers, body };
  const attribute = ` nonce="${nonce}"`;
  /** @param {string} text */
  const bare = (text) => text.replaceAll(attribute, "").replaceAll(nonce, "");
  /** @type {Set<string>} */
  const hashes = new Set();
  const html = body.toString("utf8");
  // One without the nonce may be somebody else's.
  for (const [, attributes = "", script = ""] of html.matchAll(/<script([^>]*)>(.*?)<\/script>/gs))
    if (attributes.includes(attribute) && script) hashes.add(`'sha256-${hashOf(bare(script))}'`);
  const named = Object.entries(headers).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.map(bare) : bare(value),
  ]);
  const own = policy.replace(source, [...hashes].join(" ")).replace(/ +;/g, ";");
  return {
    status,
    headers: { ...Object.fromEntries(named), "content-security-policy": own },
    body: Buffer.from(bare(html)),
  };
}

/** Of the text as browsers read it. @param {string} script */
const hashOf = (script) => createHash("sha256").update(script.replace(/\r\n?/g, "\n")).digest("base64");
