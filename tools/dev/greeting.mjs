/** What the demo prints when it serves. */

/** A page elsewhere does not load the script of a stand-in. @param {string} url */
const isLocal = (url) => /^(localhost|127\.\d+\.\d+\.\d+)$/.test(new URL(url).hostname);

/** @param {string} url @param {import("./demo-settings.mjs").DemoProvider} provider @param {string} cards */
const withStripe = (url, { provider_code, api_key }, cards) => `
A second provider has an account at a stand-in for Stripe, with 3-D Secure and refunds:
  Portal         ${url}/p/${provider_code}
  Cards          ${cards.replaceAll(", ", "\n                 ")}
  API key        ${api_key}
  Refunds        ${url}/docs/refunds
`;

/**
 * @param {import("./demo-settings.mjs").Demo} demo
 * @param {string} [cards] those of the stand-in for Stripe
 */
export const greeting = ({ base_url, provider_code, api_key, console, stripe }, cards = "") => `
  Portal         ${base_url}/p/${provider_code}
  API            ${base_url}/v1
  Docs           ${base_url}/docs
${process.env.MAIL_KEEP === "on" ? `  Kept emails    ${base_url}/sandbox/mail\n` : ""}  Provider code  ${provider_code}
  API key        ${api_key}
${console ? `  Console        ${console.url}\n                 ${console.email}, password ${console.password}\n` : ""}${stripe && isLocal(base_url) ? withStripe(base_url, stripe, cards) : ""}
The quickstart in README.md has requests to paste.
Ctrl-C stops it; the data stay for the next start.`;
