import type { OperationEntry } from "./reference";

export interface Step {
  id: string;
  /** The example whose body is sent, where there are several. */
  example?: string;
  status: number;
  /** What members of `pm.response` are then. */
  expected: Readonly<Record<string, string>>;
}

interface Flow {
  name: string;
  description: string;
  /** A step whose operation the document lacks is left out. */
  steps: readonly Step[];
}

export const FLOWS: readonly Flow[] = [
  {
    name: "Pay Now",
    description:
      "Charges a card the full course fee, and asks for the status. In the sandbox, run the folder as it is. In production it takes money, and `card_token` has to be one that the capture script made.",
    steps: [
      {
        id: "createCheckout",
        example: "payNow",
        status: 201,
        expected: { "json().authorisation_status": "Paid Upfront" },
      },
      { id: "getCheckout", status: 200, expected: { "json().card_payment.status": "succeeded" } },
    ],
  },
  {
    name: "Payment plan",
    description:
      "From a quote to the signed agreement. In the sandbox, run the folder as it is. In production, send one request after the other: before you confirm, the student opens `direct_debit.setup_url` of the created checkout and authorises the direct debit.",
    steps: [
      { id: "quotePlan", status: 200, expected: { "json().plan.payment_frequency": "Fortnightly" } },
      {
        id: "createCheckout",
        status: 201,
        expected: { "json().checkout_status": "Awaiting Direct Debit" },
      },
      { id: "getCheckout", status: 200, expected: { "json().next_action.type": "authorise_direct_debit" } },
      {
        id: "authoriseDirectDebitInSandbox",
        status: 200,
        expected: { "json().checkout_status": "Awaiting Confirmation" },
      },
      { id: "confirmCheckout", status: 200, expected: { "json().opportunity_stage": "Payment Plan Signed" } },
      { id: "getAgreement", status: 200, expected: { 'headers.get("Content-Type")': "application/pdf" } },
      { id: "getCheckout", status: 200, expected: { "json().checkout_status": "Confirmed" } },
    ],
  },
];

const SET = "pm.collectionVariables.set";

const NEW_ORDER = [
  'const letters = (count) => Array.from({ length: count }, () => String.fromCharCode(97 + Math.random() * 26)).join("");',
  `${SET}("order_id", "ORD-" + letters(12));`,
];
const NEW_TOKEN = [`${SET}("card_token", "tok_test_visa_" + letters(22));`];
const NEW_DATE = [
  `${SET}("first_payment_date", new Date(Date.now() + 14 * 86400000).toISOString().slice(0, 10));`,
];

const KEEP_CHECKOUT = [
  `for (const [name, value] of Object.entries(pm.response.json().checkout ?? {})) ${SET}(name, value ?? "");`,
];

/** What an answer gives to the requests after it. */
const KEEP: Readonly<Record<string, string[]>> = {
  createCheckout: KEEP_CHECKOUT,
  createCheckoutLegacy: KEEP_CHECKOUT,
  issueCheckoutToken: KEEP_CHECKOUT,
  createWebhookEndpoint: [
    "const { endpoint_id } = pm.response.json();",
    `if (endpoint_id) ${SET}("endpoint_id", endpoint_id);`,
  ],
  listEvents: [
    "const [newest] = pm.response.json().data ?? [];",
    `if (newest) ${SET}("event_id", newest.id);`,
  ],
};

/**
 * The scripts of a request: before it a new order for each create, and a date that is to come; after it what its answer
 * gives to others, and whether it is the one that the flow has there.
 */
export function scriptsOf(
  { id, parameters }: OperationEntry,
  body: string | undefined,
  isSandbox: boolean,
  step?: Step,
) {
  const isCreate = parameters.some(({ name }) => name === "Idempotency-Key");
  // Confirm repeats the date of its plan.
  const isDated = body?.includes("{{first_payment_date}}") && !body.includes("{{checkout_id}}");
  const before = [
    ...(isCreate ? NEW_ORDER : []),
    ...(isCreate && isSandbox ? NEW_TOKEN : []),
    ...(isDated ? NEW_DATE : []),
  ];
  const after = [...(step ? testsOf(step) : []), ...(KEEP[id] ?? [])];
  return [scriptOf("prerequest", before), scriptOf("test", after)].filter(({ script }) => script.exec.length);
}

function testsOf({ status, expected }: Step): string[] {
  return [
    `pm.test("The status is ${status}", () => pm.response.to.have.status(${status}));`,
    ...Object.entries(expected).map(
      ([member, text]) =>
        `pm.test('${member} is ${text}', () => pm.expect(pm.response.${member}).to.eql("${text}"));`,
    ),
  ];
}

const scriptOf = (listen: "prerequest" | "test", exec: string[]) => ({
  listen,
  script: { type: "text/javascript", exec },
});
