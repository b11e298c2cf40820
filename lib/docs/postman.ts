import { createHash } from "node:crypto";
import { isObject, type Json } from "./openapi";
import { FLOWS, type Step, scriptsOf } from "./postman-flows";
import { type OperationEntry, referenceOf } from "./reference";

interface Pair {
  key: string;
  value: string;
  description?: string;
  disabled?: boolean;
}

export interface Item {
  name: string;
  event: ReturnType<typeof scriptsOf>;
  request: {
    method: string;
    description: string;
    auth?: { type: "noauth" };
    header: Pair[];
    url: { raw: string; host: string[]; path: string[]; query: Pair[]; variable: Pair[] };
    body?: { mode: "raw"; raw: string; options: { raw: { language: "json" } } };
  };
}

export interface Folder {
  name: string;
  description: string;
  item: Item[];
}

/** Each variable, with the names that members and parameters have for it. */
const VARIABLES: readonly [key: string, description: string, ...names: string[]][] = [
  ["api_key", "Your API key. It is a secret: share the collection without it."],
  ["provider_code", "Your provider code.", "provider_code"],
  ["order_id", "Your order. Each create makes a new one.", "provider_order_id", "Idempotency-Key"],
  ["card_token", "Of a card, made by the capture script; in the sandbox each create makes one.", "token"],
  ["first_payment_date", "Each create and each quote sets it to 14 days from now.", "first_payment_date"],
  [
    "checkout_id",
    "Of the checkout that was created last, as are the next three.",
    "checkout_id",
    "checkoutId",
  ],
  ["checkout_token", "Confirm sends it.", "checkout_token"],
  ["opportunity_id", "Confirm sends it.", "opportunity_id"],
  ["dda_id", "Confirm sends it.", "dda_id"],
  ["event_id", "The newest that was listed.", "event_id", "eventId"],
  ["endpoint_id", "Of the webhook endpoint that was created last.", "endpoint_id", "endpointId"],
];

const FILLED = new Map(VARIABLES.flatMap(([key, , ...names]) => names.map((name) => [name, `{{${key}}}`])));

const filled = (name: string, value: unknown) =>
  typeof value === "string" ? (FILLED.get(name) ?? value) : value;

/** The published document as a collection of Postman's format v2.1.0, the same bytes for the same document. D-333 */
export function postmanCollection(document: Json) {
  const { groups, server, description } = referenceOf(document);
  const operations = new Map(groups.flatMap((group) => group.operations.map((one) => [one.id, one])));
  const isSandbox = operations.has("authoriseDirectDebitInSandbox");
  const flows: Folder[] = FLOWS.map(({ name, description, steps }) => ({
    name,
    description,
    item: steps.flatMap((step) => {
      const operation = operations.get(step.id);
      return operation ? [itemOf(operation, isSandbox, step)] : [];
    }),
  }));
  const references: Folder[] = groups.map(({ name, description, operations }) => ({
    name,
    description,
    item: operations.map((one) => itemOf(one, isSandbox)),
  }));
  return {
    info: {
      _postman_id: uuidOf(server),
      name: `Provider Checkout, ${isSandbox ? "sandbox" : "production"}`,
      description: `Set \`api_key\` and \`provider_code\` among the variables. Run one of the first two folders, or send single requests of the others: run as a whole, the collection also deletes, in a sandbox all that your tests have made.\n\n${description}`,
      schema: "https://schema.getpostman.com/json/collection/v2.1.0/collection.json",
    },
    auth: { type: "bearer", bearer: [{ key: "token", value: "{{api_key}}", type: "string" }] },
    variable: [
      { key: "base_url", value: server, description: "The address of this deployment." },
      ...VARIABLES.map(([key, description]) => ({ key, value: "", description })),
    ],
    item: [...flows, ...references],
  };
}

/** Another one for each deployment, and always the same: Postman sees that it has the collection already. */
function uuidOf(text: string): string {
  const digest = createHash("sha256").update(text).digest("hex");
  return digest.replace(/^(.{8})(.{4})(.{3})(.{3})(.{12}).*$/, "$1-$2-8$3-8$4-$5");
}

function itemOf(operation: OperationEntry, isSandbox: boolean, step?: Step): Item {
  const { summary, method, path, description, key, parameters, body } = operation;
  const examples = body?.examples ?? [];
  // Of a create the one for which there is more to send: a plan, which needs no card either.
  const wanted = step?.example ?? "paymentPlan";
  const example = examples.find(({ name }) => name === wanted) ?? examples[0];
  const raw = example && JSON.stringify(example.value, filled, 2);
  const pairsOf = (place: string) =>
    parameters
      .filter((one) => one.in === place)
      .flatMap(({ name, example, required, shape: { description } }): Pair[] => {
        const disabled = !required && name !== "Idempotency-Key" && { disabled: true };
        const pairOf = (key: string, value: unknown) => ({
          key,
          value: String(value),
          description,
          ...disabled,
        });
        if (!isObject(example)) return [pairOf(name, filled(name, example))];
        return Object.entries(example).map(([key, value]) => pairOf(`${name}[${key}]`, value));
      });
  const address = path.replaceAll(/\{(\w+)\}/g, ":$1");
  return {
    name: summary,
    event: scriptsOf(operation, raw, isSandbox, step),
    request: {
      method,
      description,
      ...(key !== "required" && { auth: { type: "noauth" } }),
      header: [...pairsOf("header"), ...(raw ? [{ key: "Content-Type", value: "application/json" }] : [])],
      url: {
        raw: `{{base_url}}${address}`,
        host: ["{{base_url}}"],
        path: address.slice(1).split("/"),
        query: pairsOf("query"),
        variable: pairsOf("path"),
      },
      ...(raw && { body: { mode: "raw", raw, options: { raw: { language: "json" } } } }),
    },
  };
}
