import type { OperationEntry } from "./reference";

/** A request of that operation as a command for a shell in which `API_KEY` and `WORK` are set. */
export interface Call {
  title: string;
  command: string;
}

/** One for each example of the body. */
export function callsOf(operation: OperationEntry, server: string): Call[] {
  const { requestBody } = operation;
  const examples = Object.entries(requestBody?.content["application/json"]?.examples ?? {});
  if (examples.length === 0 && !requestBody?.required)
    return [{ title: "Example", command: curlOf(operation, server) }];
  return examples.map(([name, { summary = name, value }]) => ({
    title: summary,
    command: curlOf(operation, server, value),
  }));
}

function curlOf(operation: OperationEntry, server: string, body?: unknown): string {
  const { method, security = [], responses } = operation;
  const lines = [
    `curl -sS${method === "GET" || body !== undefined ? "" : ` -X ${method}`} "${server}${pathOf(operation)}"`,
  ];
  if (security.length > 0) lines.push(`-H "Authorization: Bearer $API_KEY"`);
  const isPdf = Object.values(responses).some(({ content = {} }) => "application/pdf" in content);
  lines.push(isPdf ? `-o "$WORK/agreement.pdf"` : "-w '\\n'");
  if (body !== undefined) {
    lines.push(`-H "Content-Type: application/json"`);
    const key = keyOf(operation, body);
    if (key) lines.push(`-H "Idempotency-Key: ${key}"`);
    lines.push(`-d @- <<'JSON'\n${JSON.stringify(body, null, 2)}\nJSON`);
  }
  return lines.join(" \\\n  ");
}

/** The order of a create, which serves as its Idempotency-Key. */
function keyOf({ parameters = [] }: OperationEntry, body: unknown): string | undefined {
  const order = (body as { provider?: { provider_order_id?: string } }).provider;
  return parameters.some(({ name }) => name === "Idempotency-Key") ? order?.provider_order_id : undefined;
}

/** With the document's examples in the place of the path's parameters. */
function pathOf({ id, path, parameters = [] }: OperationEntry): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name) => {
    const { example } = parameters.find((one) => one.in === "path" && one.name === name) ?? {};
    if (typeof example !== "string" || example === "")
      throw new Error(`The document has no example of ${name}, which stands in the path of ${id}`);
    return example;
  });
}
