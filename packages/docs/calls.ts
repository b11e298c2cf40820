import { snakeCase } from "../text/text";
import type { Code } from "./code";
import { literalOf } from "./literal";
import type { OperationEntry } from "./reference";

/** One request, as a command for a shell in which `API_KEY` and `WORK` are set, and as a program in each language. */
export interface CallExample {
  title: string;
  codes: Code[];
}

/** One for each example of the body. */
export function callsOf(operation: OperationEntry, server: string): CallExample[] {
  const { body } = operation;
  const callOf = (title: string, value?: unknown): CallExample => ({
    title,
    codes: [
      { language: "bash", text: curlOf(operation, server, value) },
      { language: "ts", text: typeScriptOf(operation, server, value) },
      { language: "python", text: pythonOf(operation, server, value) },
      { language: "php", text: phpOf(operation, server, value) },
    ],
  });
  if (body?.examples.length) return body.examples.map(({ summary, value }) => callOf(summary, value));
  return body?.required ? [] : [callOf("Example")];
}

/** The order of a create, which serves as its Idempotency-Key. */
function keyOf({ parameters }: OperationEntry, body: unknown): string | undefined {
  const order = (body as { provider?: { provider_order_id?: string } } | undefined)?.provider;
  return parameters.some(({ name }) => name === "Idempotency-Key") ? order?.provider_order_id : undefined;
}

const pathOf = (operation: OperationEntry) =>
  operation.path.replaceAll(/\{(\w+)\}/g, (_, name) => idOf(operation, name));

/** For a placeholder of the path, the document's example of it. */
function idOf({ id, parameters }: OperationEntry, name: string): string {
  const { example } = parameters.find((one) => one.in === "path" && one.name === name) ?? {};
  if (typeof example !== "string" || example === "")
    throw new Error(`The document has no example of ${name}, which stands in the path of ${id}`);
  return example;
}

/** Of the path's parameters, in its order. */
const idsOf = (operation: OperationEntry): [name: string, example: string][] =>
  operation.parameters.filter((one) => one.in === "path").map(({ name }) => [name, idOf(operation, name)]);

const isPdf = ({ responses }: OperationEntry) =>
  responses.some(({ contentType }) => contentType === "application/pdf");

const hasAnswer = ({ responses }: OperationEntry) =>
  responses.some(({ status, contentType }) => status.startsWith("2") && contentType !== null);

const hasMembers = (body: unknown) => body !== undefined && Object.keys(body as object).length > 0;

function curlOf(operation: OperationEntry, server: string, body?: unknown): string {
  const method = operation.method === "GET" || body !== undefined ? "" : ` -X ${operation.method}`;
  const lines = [`curl -sS${method} "${server}${pathOf(operation)}"`];
  if (operation.key !== "none") lines.push(`-H "Authorization: Bearer $API_KEY"`);
  if (isPdf(operation)) lines.push(`-o "$WORK/agreement.pdf"`);
  else lines.push("-w '\\n'");
  if (body !== undefined) {
    lines.push(`-H "Content-Type: application/json"`);
    const key = keyOf(operation, body);
    if (key) lines.push(`-H "Idempotency-Key: ${key}"`);
    lines.push(`-d @- <<'JSON'\n${JSON.stringify(body, null, 2)}\nJSON`);
  }
  return lines.join(" \\\n  ");
}

function typeScriptOf(operation: OperationEntry, server: string, body?: unknown): string {
  const ids = idsOf(operation);
  const key = keyOf(operation, body);
  const options = {
    ...((ids.length > 0 || key) && {
      params: {
        ...(ids.length > 0 && { path: Object.fromEntries(ids) }),
        ...(key && { header: { "Idempotency-Key": key } }),
      },
    }),
    ...(body !== undefined && { body }),
    ...(isPdf(operation) && { parseAs: "arrayBuffer" }),
  };
  const more = Object.keys(options).length > 0 ? `, ${literalOf(options, "ts")}` : "";
  return `import { createProviderCheckoutClient } from "@provider-checkout/client";

const client = createProviderCheckoutClient({
  baseUrl: "${server}",
  apiKey: process.env.API_KEY!,
});
const { data, error } = await client.${operation.method}("${operation.path}"${more});
console.log(error ?? data);`;
}

function pythonOf(operation: OperationEntry, server: string, body?: unknown): string {
  const lines = pythonLines(operation, pythonCall(operation, body));
  return `import os

from provider_checkout import ProviderCheckout${lines.includes("to_json") ? ", to_json" : ""}

client = ProviderCheckout(base_url="${server}", api_key=os.environ["API_KEY"])
${lines}`;
}

/** The client's own method, and `request` where it has none. */
function pythonCall(operation: OperationEntry, body: unknown): string {
  const { method, clientMethod } = operation;
  const key = keyOf(operation, body);
  const given = hasMembers(body) ? [literalOf(body, "python", "    ")] : [];
  const args = clientMethod
    ? [
        ...idsOf(operation).map(([, example]) => `"${example}"`),
        ...given,
        ...(key ? [`idempotency_key="${key}"`] : []),
      ]
    : [
        `"${method}"`,
        `"${pathOf(operation)}"`,
        ...given.map((one) => `body=${one}`),
        ...(key ? [`headers={"Idempotency-Key": "${key}"}`] : []),
      ];
  const list = given.length > 0 ? `\n${args.map((one) => `    ${one},\n`).join("")}` : args.join(", ");
  return `client.${snakeCase(clientMethod) || "request"}(${list})`;
}

function pythonLines(operation: OperationEntry, call: string): string {
  if (isPdf(operation))
    return `pdf = ${call}
with open(f"{os.environ['WORK']}/agreement.pdf", "wb") as file:
    file.write(pdf)`;
  if (!hasAnswer(operation)) return call;
  if (operation.parameters.some(({ name }) => name === "cursor"))
    return `for one in ${call}:\n    print(to_json(one))`;
  return `answer = ${call}\nprint(to_json(answer${operation.clientMethod ? "" : ".data"}))`;
}

function phpOf(operation: OperationEntry, server: string, body?: unknown): string {
  const key = keyOf(operation, body);
  const args = [
    `"${operation.method}"`,
    `"${pathOf(operation)}"`,
    ...(hasMembers(body) ? [literalOf(body, "php")] : []),
    ...(key ? [`["Idempotency-Key" => "${key}"]`] : []),
  ];
  const call = `$client->request(${args.join(", ")});`;
  return `<?php
require "provider-checkout.php";

$client = new ProviderCheckout("${server}", getenv("API_KEY"));
${phpLines(operation, call)}`;
}

function phpLines(operation: OperationEntry, call: string): string {
  if (!hasAnswer(operation)) return call;
  const use = isPdf(operation)
    ? 'file_put_contents(getenv("WORK") . "/agreement.pdf", $answer["data"]);'
    : 'echo json_encode($answer["data"]), "\\n";';
  return `$answer = ${call}\n${use}`;
}
