/** What the demo prints when it serves: where it is, and two requests to paste. */

const DAYS_AHEAD = 14;
const DAY_MS = 86_400_000;

/** Of a demo that others reach. */
const password = () =>
  process.env.SANDBOX_PASSWORD ? `  (any user name, password ${process.env.SANDBOX_PASSWORD})` : "";

/** Forms are compared with the demo's address, so that one that is this machine's takes none of others. @param {string} url */
function forOthers(url) {
  const { HOST = "" } = process.env;
  const isHere = /^(127\.|localhost$|::1$|$)/.test(HOST) || new URL(url).hostname !== "localhost";
  return isHere
    ? ""
    : "\nOthers see the pages. For them to enrol too, set BASE_URL to the address that they open, http://… with its port.\n";
}

/** @param {{ base_url: string, provider_code: string, api_key: string }} demo @param {Date} [now] */
export function greeting({ base_url, provider_code, api_key }, now = new Date()) {
  const orderId = `DEMO-${now.getTime().toString(36).toUpperCase()}`;
  const plan = {
    provider: { provider_code, provider_order_id: orderId },
    student: { first_name: "Mia", last_name: "Nguyen", email: "mia.nguyen@example.com" },
    course: { course_name: "Certificate III in Individual Support" },
    pricing: { course_price: 1500, amount_to_finance: 1500 },
    plan: {
      payment_type: "interest_free_payment_plan",
      payment_frequency: "Fortnightly",
      number_of_instalments: 6,
      instalment_amount: 250,
      first_payment_date: new Date(now.getTime() + DAYS_AHEAD * DAY_MS).toISOString().slice(0, 10),
    },
  };
  return `
  Portal         ${base_url}/p/${provider_code}
  API            ${base_url}/v1
  Docs           ${base_url}/docs
  Sandbox        ${base_url}/sandbox${password()}
${process.env.MAIL_KEEP === "on" ? `  Kept emails    ${base_url}/sandbox/mail\n` : ""}  Provider code  ${provider_code}
  API key        ${api_key}
${forOthers(base_url)}
Is it ready?

curl ${base_url}/v1/environment -H 'Authorization: Bearer ${api_key}'

Begin a payment plan; the answer's setup_url is the student's next page:

curl ${base_url}/v1/provider-checkouts \\
  -H 'Authorization: Bearer ${api_key}' \\
  -H 'Content-Type: application/json' \\
  -H 'Idempotency-Key: ${orderId}' \\
  -d '${JSON.stringify(plan)}'

Ctrl-C stops it; the data stay for the next start.`;
}
