type Json = Record<string, unknown>;

/**
 * The document with every object of its answers closed, so that a member which the service answers and the document
 * lacks is a fault. The published document leaves them open: answers may gain members.
 */
export function closed<D extends { paths: object; components: { schemas: Record<string, object> } }>(
  document: D,
): D {
  const copy = structuredClone(document);
  const { schemas, ...components } = copy.components;
  // Parts of an `allOf` are closed together, by the schema that joins them.
  const parts = new Set<string>();
  const collect = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    for (const part of (node as { allOf?: Json[] }).allOf ?? [])
      if (part.$ref) parts.add(part.$ref as string);
    for (const member of Object.values(node)) collect(member);
  };
  collect(copy);
  for (const [name, schema] of Object.entries(schemas))
    close(schema, parts.has(`#/components/schemas/${name}`));
  for (const place of [copy.paths, components]) close(place, false);
  return copy;
}

function close(node: unknown, isPart: boolean): void {
  if (typeof node !== "object" || node === null) return;
  const schema = node as Json;
  const { allOf, ...rest } = schema;
  for (const part of (allOf ?? []) as Json[]) for (const member of Object.values(part)) close(member, false);
  for (const member of Object.values(rest)) close(member, false);
  const joins = Array.isArray(allOf);
  if (!isPart && (joins || (schema.type === "object" && typeof schema.properties === "object")))
    schema.unevaluatedProperties = false;
}
