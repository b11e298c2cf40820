/** What the demo prints when it serves. */

/** Forms are compared with the demo's address, so that one that is this machine's takes none of others. @param {string} url */
function forOthers(url) {
  const { HOST = "" } = process.env;
  const isHere = /^(127\.|localhost$|::1$|$)/.test(HOST) || new URL(url).hostname !== "localhost";
  return isHere
    ? ""
    : "\nOthers see the pages. For them to enrol too, set BASE_URL to the address that they open, http://… with its port.\n";
}

/** @param {{ base_url: string, provider_code: string, api_key: string }} demo */
export const greeting = ({ base_url, provider_code, api_key }) => `
  Portal         ${base_url}/p/${provider_code}
  API            ${base_url}/v1
  Docs           ${base_url}/docs
${process.env.MAIL_KEEP === "on" ? `  Kept emails    ${base_url}/sandbox/mail\n` : ""}  Provider code  ${provider_code}
  API key        ${api_key}
${forOthers(base_url)}
The quickstart in README.md has requests to paste.
Ctrl-C stops it; the data stay for the next start.`;
