import { beforeAll, inject } from "vitest";
import { type Body, merge } from "../support/bodies";

/** A schema of the published document, as far as these tests read it. */
export interface Schema {
  $ref?: string;
  type?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  /** Of pairs: what each value is, and how many there may be. */
  additionalProperties?: Schema;
  propertyNames?: Schema;
  maxProperties?: number;
  anyOf?: Schema[];
  enum?: string[];
  const?: unknown;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
}

interface Described {
  operationId: string;
  parameters?: { name: string; in: string; schema: Schema }[];
  requestBody?: { required?: boolean; content: { "application/json": { schema: Schema } } };
}

/** An operation as the running server publishes it. */
export interface PublishedOperation {
  id: string;
  method: string;
  path: string;
  /** Null where it takes none; references are resolved. */
  body: Schema | null;
  bodyRequired: boolean;
  query: { name: string; schema: Schema }[];
  idempotent: boolean;
}

/** Every operation of the document that a server publishes. */
async function publishedOperations(baseUrl: string): Promise<PublishedOperation[]> {
  const response = await fetch(`${baseUrl}/openapi.json`);
  const document = (await response.json()) as {
    paths: Record<string, Record<string, Described>>;
    components: { schemas: Record<string, Schema> };
  };
  const resolved = (schema: Schema): Schema => {
    if (schema.$ref) return resolved(document.components.schemas[schema.$ref.split("/").at(-1)!]!);
    const { properties, anyOf } = schema;
    return {
      ...schema,
      ...(anyOf && { anyOf: anyOf.map(resolved) }),
      ...(properties && {
        properties: Object.fromEntries(
          Object.entries(properties).map(([name, member]) => [name, resolved(member)]),
        ),
      }),
    };
  };
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => ["get", "post", "put", "patch", "delete"].includes(method))
      .map(([method, { operationId, parameters = [], requestBody }]) => ({
        id: operationId,
        method: method.toUpperCase(),
        path,
        body: requestBody ? resolved(requestBody.content["application/json"].schema) : null,
        bodyRequired: requestBody?.required ?? false,
        query: parameters
          .filter((one) => one.in === "query")
          .map(({ name, schema }) => ({ name, schema: resolved(schema) })),
        idempotent: parameters.some(({ name }) => name === "Idempotency-Key"),
      })),
  );
}

/** The operations that the server publishes, for the tests of one file. */
export function published() {
  let all: PublishedOperation[];
  beforeAll(async () => {
    all = await publishedOperations(inject("stack").doors.server);
  });
  return { all: () => all, of: (id: string) => all.find((one) => one.id === id)! };
}

/** A member of a body, wherever it stands. */
export interface Member {
  path: string[];
  pointer: string;
  /** Without the null of what may be left out. */
  schema: Schema;
  required: boolean;
}

function withoutNull(schema: Schema & { type?: string | string[] }): Schema {
  const { type } = schema;
  if (Array.isArray(type)) return { ...schema, type: type.find((one) => one !== "null") };
  return schema.anyOf?.find((one) => one.type !== "null") ?? schema;
}

/** Every member that a body's schema names, sections before what is in them. */
export function membersOf(schema: Schema, path: string[] = []): Member[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, published]) => {
    const at = [...path, name];
    const member = withoutNull(published);
    const required = schema.required?.includes(name) ?? false;
    return [{ path: at, pointer: `/${at.join("/")}`, schema: member, required }, ...membersOf(member, at)];
  });
}

/** The body with one member changed; undefined takes it away. */
export function withMember(body: Body, path: readonly string[], value: unknown): Body {
  const [name, ...rest] = path as [string, ...string[]];
  if (rest.length > 0) return { ...body, [name]: withMember(body[name] ?? {}, rest, value) };
  return merge({ ...body, [name]: null }, { [name]: value });
}
