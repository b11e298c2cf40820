/** The published document as the service has it. */
export type Json = { [name: string]: unknown };

export interface Schema {
  type?: string | string[];
  description?: string;
  const?: unknown;
  enum?: unknown[];
  /** The known values of a vocabulary that may grow. */
  "x-extensible-enum"?: unknown[];
  examples?: unknown[];
  default?: unknown;
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  multipleOf?: number;
  minLength?: number;
  maxLength?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  anyOf?: Schema[];
  oneOf?: Schema[];
}

export interface Media {
  schema?: Schema;
  examples?: Record<string, { summary?: string; value: unknown }>;
}

export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  deprecated?: boolean;
  security?: Record<string, string[]>[];
  parameters?: {
    name: string;
    in: string;
    required?: boolean;
    description: string;
    schema: Schema;
    example?: unknown;
  }[];
  requestBody?: { required?: boolean; content: Record<string, Media> };
  responses: Record<string, Response>;
  /** Its method in the clients, such as `checkouts.issueToken`. */
  "x-client-method"?: string;
}

export interface Response {
  description: string;
  headers?: Record<string, { description: string }>;
  content?: Record<string, Media>;
}

/** What the pages draw of the document, without references. */
export interface OpenApi {
  info: { description: string; contact: { email?: string; url?: string } };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  security: Record<string, string[]>[];
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: Operation }>;
}

/**
 * The document with what its references name in their place, and the parts of `allOf` made one.
 * @throws Error for a reference that leads nowhere
 */
export function resolved(document: Json): OpenApi {
  const known = new Map<string, unknown>();
  const named = (reference: string) => {
    if (!known.has(reference)) {
      const names = reference.slice(2).split("/");
      const found = names.reduce<object>((at, name) => Reflect.get(at, name) ?? {}, document);
      if (Object.keys(found).length === 0) throw new Error(`The document has nothing at ${reference}`);
      known.set(reference, walk(found));
    }
    return known.get(reference);
  };
  // biome-ignore lint/suspicious/noExplicitAny: its types say what a document has, and tests that ours has it
  function walk(node: any): any {
    if (Array.isArray(node)) return node.map(walk);
    if (typeof node !== "object" || node === null) return node;
    const { $ref, allOf = [], ...own } = node;
    if ($ref && Object.keys(node).length === 1) return named($ref);
    const beside = Object.fromEntries(Object.entries(own).map(([name, value]) => [name, walk(value)]));
    const parts = [...($ref ? [named($ref)] : []), ...walk(allOf), beside];
    return parts.length === 1 ? beside : merged(parts);
  }
  return walk({ ...document, components: {} });
}

/** A part that narrows a field keeps what an earlier part says about it. */
function merged(parts: readonly Schema[]): Schema {
  const properties: Record<string, Schema> = {};
  for (const part of parts)
    for (const [name, schema] of Object.entries(part.properties ?? {}))
      properties[name] = { ...properties[name], ...schema };
  const required = parts.flatMap((part) => part.required ?? []);
  return {
    ...Object.assign({}, ...parts),
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(required.length > 0 && { required }),
  };
}
