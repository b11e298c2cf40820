/** What the demo prints when it serves. */

/** Forms are compared with the demo's address, so that one that is this machine's takes none of others. @param {string} url */
function forOthers(url) {
  const { HOST = "" } = process.env;
  const isHere = /^(127\.|localhost$|::1$|$)/.test(HOST) || new URL(url).hostname !== "localhost";
  return isHere
    ? ""
    : "\nOthers see the pages. For them to enrol too, set BASE_URL to the address that they open, http://… with its port.\n";
}

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
export const greeting = ({ base_url, provider_code, api_key, stripe }, cards = "") => `
  Portal         ${base_url}/p/${provider_code}
  API            ${base_url}/v1
  Docs           ${base_url}/docs
${process.env.MAIL_KEEP === "on" ? `  Kept emails    ${base_url}/sandbox/mail\n` : ""}  Provider code  ${provider_code}
  API key        ${api_key}
${stripe && isLocal(base_url) ? withStripe(base_url, stripe, cards) : ""}${forOthers(base_url)}
The quickstart in README.md has requests to paste.
Ctrl-C stops it; the data stay for the next start.`;
