import type { OperationEntry } from "./reference";

/** For the placeholders of paths, as in the document's examples. */
const IDS: Record<string, string> = {
  checkoutId: "chk_01m7xzsvdaexwt5dmxs7qvyfwd",
  eventId: "evt_01m7xzsvdaexwt5dn6qv5mqys1",
  endpointId: "whe_01m7xxq4m8e9gr2d5c0n7v3kwb",
};

/** A command for each example of the body, for a shell in which `API_KEY` is set. */
export function commandsOf(operation: OperationEntry, server: string): { title: string; code: string }[] {
  const { body } = operation;
  if (body?.examples.length)
    return body.examples.map(({ summary: title, value }) => ({
      title,
      code: curlOf(operation, server, value),
    }));
  return body?.required ? [] : [{ title: "Example", code: curlOf(operation, server) }];
}

function curlOf(operation: OperationEntry, server: string, body?: unknown): string {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (whole, name) => IDS[name] ?? whole);
  const method = operation.method === "GET" || body !== undefined ? "" : ` -X ${operation.method}`;
  const lines = [`curl -sS${method} "${server}${path}"`];
  if (operation.key !== "none") lines.push(`-H "Authorization: Bearer $API_KEY"`);
  if (body !== undefined) {
    lines.push(`-H "Content-Type: application/json"`);
    const order = (body as { provider?: { provider_order_id?: string } }).provider?.provider_order_id;
    if (order && operation.parameters.some(({ name }) => name === "Idempotency-Key"))
      lines.push(`-H "Idempotency-Key: ${order}"`);
    lines.push(`-d @- <<'JSON'\n${JSON.stringify(body, null, 2)}\nJSON`);
  }
  return lines.join(" \\\n  ");
}
