import Ajv2020 from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { Answer } from "./answer";

interface Document {
  paths: Record<
    string,
    Record<string, { responses: Record<string, { content?: Record<string, { schema?: object }> }> }>
  >;
}

interface Checker {
  document: Document;
  ajv: Ajv2020;
}

const checkers = new Map<string, Promise<Checker>>();

async function load(baseUrl: string): Promise<Checker> {
  const response = await fetch(`${baseUrl}/openapi.json`);
  const document = (await response.json()) as Document;
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats(ajv);
  ajv.addSchema({ ...document, $id: "document" });
  return { document, ajv };
}

/**
 * Holds an answer of the API against the document that the same server publishes: a documented status, content type
 * and schema; for paths and methods that the document does not have, the problem envelope.
 */
export async function checkAgainstDocument(
  baseUrl: string,
  method: string,
  path: string,
  answer: Answer,
): Promise<void> {
  const [pathname = ""] = path.split("?");
  if (!/^\/(v1|api\/provider-checkout)/.test(pathname)) return;
  let checker = checkers.get(baseUrl);
  if (!checker) {
    checker = load(baseUrl);
    checkers.set(baseUrl, checker);
  }
  const { document, ajv } = await checker;
  const fault = (reason: string) =>
    new Error(`${method} ${path} → ${answer.status}: ${reason}\n${answer.text.slice(0, 800)}`);

  if (!answer.headers.get("request-id")?.startsWith("req_")) throw fault("no Request-Id");
  if (answer.headers.get("cache-control") !== "no-store") throw fault("Cache-Control is not no-store");

  const template = Object.keys(document.paths).find((one) =>
    new RegExp(`^${one.replace("{checkoutId}", "[^/]+")}$`).test(pathname),
  );
  const read = method === "HEAD" ? "get" : method.toLowerCase();
  const operation = template && template !== "/openapi.json" ? document.paths[template]?.[read] : undefined;
  const type = answer.headers.get("content-type")?.split(";")[0];
  if (!operation || pathname === "/v1/provider-checkouts/confirm") {
    if (method === "HEAD" || answer.status === 204) return;
    if (type !== "application/problem+json") throw fault(`content type is ${type}`);
    return validate(ajv, "document#/components/schemas/Problem", answer.body, fault);
  }
  const response = operation.responses[answer.status];
  if (!response) throw fault("this status is not documented");
  if (method === "HEAD" || answer.status === 304) return;
  const pointer = (parts: string[]) =>
    parts.map((part) => part.replaceAll("~", "~0").replaceAll("/", "~1")).join("/");
  const documented = response.content?.[type ?? ""];
  if (!documented) throw fault(`content type ${type} is not documented`);
  if (!documented.schema) return;
  const at = pointer([
    "paths",
    template!,
    read,
    "responses",
    String(answer.status),
    "content",
    type!,
    "schema",
  ]);
  validate(ajv, `document#/${encodeURI(at)}`, answer.body, fault);
}

function validate(ajv: Ajv2020, ref: string, body: unknown, fault: (reason: string) => Error): void {
  const check = ajv.getSchema(ref) ?? ajv.compile({ $ref: ref });
  if (!check(body)) throw fault(`does not fit the document: ${ajv.errorsText(check.errors)}`);
}
