import type { OperationEntry } from "./reference";

/** An id of the right form for each placeholder of a path, as the document's examples have them. */
const IDS: Record<string, string> = {
  checkoutId: "chk_01m7xzsvdaexwt5dmxs7qvyfwd",
  eventId: "evt_01m7xzsvdaexwt5dn6qv5mqys1",
  endpointId: "whe_01m7xxq4m8e9gr2d5c0n7v3kwb",
};

/** A command for each example of the body; one without a body where none is needed. */
export function commandsOf(operation: OperationEntry, server: string): { title: string; code: string }[] {
  const { body } = operation;
  const examples = (body?.examples ?? []).map(({ summary, value }) => ({
    title: summary,
    code: curlOf(operation, server, value),
  }));
  if (examples.length > 0) return examples;
  return body?.required ? [] : [{ title: "Example", code: curlOf(operation, server) }];
}

/**
 * The operation as a command for a shell in which `API_KEY` is set. The body is the example as the document has it;
 * placeholders in the path get an id of the right form.
 */
function curlOf(operation: OperationEntry, server: string, body?: unknown): string {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (whole, name) => IDS[name] ?? whole);
  const lines = [`curl -sS "${server}${path}"`];
  if (operation.method !== "GET" && body === undefined)
    lines[0] = `curl -sS -X ${operation.method} "${server}${path}"`;
  if (operation.key !== "none") lines.push(`-H "Authorization: Bearer $API_KEY"`);
  if (body !== undefined) {
    lines.push(`-H "Content-Type: application/json"`);
    const order = orderOf(body);
    if (order && operation.parameters.some(({ name }) => name === "Idempotency-Key"))
      lines.push(`-H "Idempotency-Key: ${order}"`);
    lines.push(`-d @- <<'JSON'\n${JSON.stringify(body, null, 2)}\nJSON`);
  }
  return lines.join(" \\\n  ");
}

function orderOf(body: unknown): string | null {
  const found = (body as { provider?: { provider_order_id?: unknown } }).provider?.provider_order_id;
  return typeof found === "string" ? found : null;
}
