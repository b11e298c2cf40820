import Ajv2020 from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { Answer } from "./answer";
import { closed } from "./closed-schemas";

interface Header {
  required?: boolean;
  schema: object;
}

interface Response {
  headers?: Record<string, Header>;
  content?: Record<string, { schema?: object }>;
}

interface Document {
  paths: Record<string, Record<string, { responses: Record<string, Response> }>>;
  components: { schemas: Record<string, object> };
}

interface Checker {
  document: Document;
  ajv: Ajv2020;
  compiled: Map<object, ReturnType<Ajv2020["compile"]>>;
}

const checkers = new Map<string, Promise<Checker>>();
/** Servers that publish the same, but for their address, share what was compiled from it. */
const sameText = new Map<string, Checker>();

async function load(baseUrl: string): Promise<Checker> {
  const response = await fetch(`${baseUrl}/openapi.json`);
  const text = (await response.text()).replaceAll(baseUrl, "http://server.test");
  const checker = sameText.get(text) ?? compiler(text);
  sameText.set(text, checker);
  return checker;
}

function compiler(text: string): Checker {
  const document = closed(JSON.parse(text) as Document);
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats(ajv);
  ajv.addFormat("int32", true);
  ajv.addSchema({ ...document, $id: "document" });
  return { document, ajv, compiled: new Map() };
}

/**
 * Holds an answer of the API against the document that the same server publishes: its status, headers, content type and
 * body are documented, and the body has no member that is not. For paths and methods that the document does not have,
 * the problem envelope.
 */
export async function checkAgainstDocument(
  baseUrl: string,
  method: string,
  path: string,
  answer: Answer,
): Promise<void> {
  const [pathname = ""] = path.split("?");
  if (!/^\/(v1|api\/provider-checkout|openapi\.json$)/.test(pathname)) return;
  let checker = checkers.get(baseUrl);
  if (!checker) {
    checker = load(baseUrl);
    checkers.set(baseUrl, checker);
  }
  const known = await checker;
  const { document } = known;
  const fault = (reason: string) =>
    new Error(`${method} ${path} → ${answer.status}: ${reason}\n${answer.text.slice(0, 800)}`);
  for (const [promise, isKept] of Object.entries(OF_EACH_PROBLEM))
    if (answer.body?.code && !isKept(answer, answer.body.code)) throw fault(promise);

  const template = Object.keys(document.paths)
    .filter((one) => one === pathname || one.includes("{"))
    .find((one) => new RegExp(`^${one.replace(/\{\w+\}/g, "[^/]+")}$`).test(pathname));
  const read = method === "HEAD" ? "get" : method.toLowerCase();
  const operation = template ? document.paths[template]?.[read] : undefined;
  const type = answer.headers.get("content-type")?.split(";")[0] ?? "";
  if (!operation || pathname === "/v1/provider-checkouts/confirm") {
    if (!answer.headers.get("request-id")?.startsWith("req_")) throw fault("no Request-Id");
    if (answer.headers.get("cache-control") !== "no-store") throw fault("Cache-Control is not no-store");
    if (method === "HEAD" || answer.status === 204) return;
    if (type !== "application/problem+json") throw fault(`content type is ${type}`);
    return validate(known, ANY_PROBLEM, answer.body, fault);
  }
  const response = resolve(document, operation.responses[answer.status]);
  if (!response) throw fault("this status is not documented");
  checkHeaders(known, response, answer, fault);
  if (method === "HEAD" || answer.status === 304 || answer.status === 204) return;
  const documented = response.content?.[type];
  if (!documented) throw fault(`content type ${type} is not documented`);
  if (documented.schema) validate(known, documented.schema, answer.body, fault);
}

function checkHeaders(
  known: Checker,
  { headers = {} }: Response,
  answer: Answer,
  fault: (reason: string) => Error,
): void {
  for (const [name, reference] of Object.entries(headers)) {
    const { required, schema } = resolve(known.document, reference)!;
    const text = answer.headers.get(name);
    if (text === null) {
      if (required) throw fault(`the header ${name} is missing`);
      continue;
    }
    const isNumber = (schema as { type?: string }).type === "integer";
    const check = compiled(known, schema);
    if (!check(isNumber ? Number(text) : text))
      throw fault(
        `the header ${name}: ${text} does not fit the document: ${known.ajv.errorsText(check.errors)}`,
      );
  }
  for (const name of answer.headers.keys())
    if (!OF_TRANSPORT.has(name) && !Object.keys(headers).some((one) => one.toLowerCase() === name))
      throw fault(`the header ${name} is not documented`);
}

/** After these the same request can succeed later. Contract section 2. */
const RETRYABLE = new Set([
  ...["agreement_being_made", "dda_not_authorised", "idempotency_in_progress", "internal_error"],
  ...["rate_limited", "request_timeout", "service_unavailable"],
]);
const WAITS = new Set(["agreement_being_made", "idempotency_in_progress", "rate_limited"]);

/** What no schema can say of a problem. */
const OF_EACH_PROBLEM: Record<string, (answer: Answer, code: string) => boolean> = {
  "its status is the response's": ({ status, body }) => body.status === status,
  "its type leads to its page": ({ body }, code) =>
    new RegExp(`^https?://[^/]+/docs/problems/${code}$`).test(body.type),
  "title and detail say something": ({ body }) => /\S/.test(body.title) && /\S/.test(body.detail),
  "its instance is a path, unless that holds a card number": ({ body }) => /^(\/|…$)/.test(body.instance),
  "it has the request's id, or that of the first one where it is a replay": ({ body, headers }) =>
    headers.has("idempotent-replayed")
      ? /^req_/.test(body.request_id)
      : body.request_id === headers.get("request-id"),
  "retryable is as the contract has it": ({ body }, code) => body.retryable === RETRYABLE.has(code),
  "a student can read it": ({ body }) => /^[A-Z].*\.$/.test(body.user_message),
  "a 401 alone names the scheme": ({ status, headers }) =>
    headers.get("www-authenticate") === (status === 401 ? "Bearer" : null),
  "a 405 alone names the methods": ({ status, headers }) => headers.has("allow") === (status === 405),
  "it says how long to wait": ({ headers }, code) => !WAITS.has(code) || headers.has("retry-after"),
  "fields are named where they are wrong": ({ body }, code) =>
    "errors" in body === (code === "validation_failed"),
};

/** Headers that the platform and HTTP itself add; the document speaks of what the service says. */
const OF_TRANSPORT = new Set([
  "connection",
  "content-length",
  "content-type",
  "date",
  "keep-alive",
  "transfer-encoding",
  "vary",
]);

function resolve<T extends object>(document: Document, node: T | undefined): T | undefined {
  if (!node || !("$ref" in node)) return node;
  const parts = (node.$ref as string).slice(2).split("/");
  return parts.reduce<unknown>((at, part) => (at as Record<string, unknown>)[part], document) as T;
}

const ANY_PROBLEM = { allOf: [{ $ref: "#/components/schemas/Problem" }], unevaluatedProperties: false };

function compiled({ ajv, compiled }: Checker, schema: object) {
  let check = compiled.get(schema);
  if (!check) {
    check = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/')));
    compiled.set(schema, check);
  }
  return check;
}

function validate(known: Checker, schema: object, body: unknown, fault: (reason: string) => Error): void {
  const check = compiled(known, schema);
  if (!check(body)) throw fault(`does not fit the document: ${known.ajv.errorsText(check.errors)}`);
}
