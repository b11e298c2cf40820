import { z } from "zod";
import { PROBLEMS } from "../contract/problem-table";
import { problemDocument } from "../contract/problems";
import type { ErrorCode } from "../domain/errors";
import type { Operation } from "../http/operation";

type Json = Record<string, unknown>;

/** The OpenAPI 3.1 document, from the very table and schemas that the service runs on. */
export function openApiDocument(operations: readonly Operation[], baseUrl: string): Json {
  const components: Json = {};
  const schema = (source: z.ZodType, io: "input" | "output") => jsonSchema(source, io, components);
  const paths: Record<string, Json> = {};
  for (const operation of operations) {
    if (operation.internal) continue;
    paths[operation.path] ??= {};
    paths[operation.path]![operation.method.toLowerCase()] = describe(operation, schema);
  }
  const problem = schema(problemDocument, "output");
  return {
    openapi: "3.1.0",
    jsonSchemaDialect: "https://json-schema.org/draft/2020-12/schema",
    info: {
      title: "Provider Checkout API",
      version: "1.0.0",
      description:
        "Enrol a student: pay the full course fee by card, or sign an interest-free payment plan by direct debit.",
    },
    servers: [{ url: baseUrl }],
    tags: [...new Set(operations.filter((one) => !one.internal).map((one) => one.tag))].map((name) => ({
      name,
    })),
    paths,
    components: {
      securitySchemes: {
        providerApiKey: {
          type: "http",
          scheme: "bearer",
          description: "A provider's API key, `pc_test_…` or `pc_live_…`.",
        },
      },
      schemas: { ...components, Problem: (components as Json).Problem ?? problem },
    },
  };
}

type ToSchema = (source: z.ZodType, io: "input" | "output") => Json;

function describe(operation: Operation, schema: ToSchema): Json {
  const parameters = [
    ...(operation.path.includes("{checkoutId}")
      ? [
          {
            name: "checkoutId",
            in: "path",
            required: true,
            schema: { type: "string" },
            example: "chk_01m7xzsvdaexwt5dmxs7qvyfwd",
          },
        ]
      : []),
    ...(operation.idempotent
      ? [
          {
            name: "Idempotency-Key",
            in: "header",
            required: false,
            description:
              "1 to 255 printable ASCII characters, kept 31 days; the order reference serves well.",
            schema: { type: "string", minLength: 1, maxLength: 255 },
          },
        ]
      : []),
    ...queryParameters(operation, schema),
  ];
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    description: operation.description,
    ...(operation.legacy && { deprecated: true }),
    ...(parameters.length > 0 && { parameters }),
    ...(operation.body && {
      requestBody: {
        required: operation.body.required,
        content: { "application/json": { schema: schema(operation.body.schema, "input") } },
      },
    }),
    responses: { ...successes(operation, schema), ...failures(operation.errors, schema) },
    security: securityOf(operation),
  };
}

function securityOf({ access }: Operation): Json[] {
  if (access === "key") return [{ providerApiKey: [] }];
  return access === "optional-key" ? [{ providerApiKey: [] }, {}] : [];
}

function queryParameters({ query }: Operation, schema: ToSchema): Json[] {
  if (!query) return [];
  const { properties } = schema(query, "input") as { properties: Record<string, Json> };
  return Object.entries(properties).map(([name, shape]) => ({
    name,
    in: "query",
    required: false,
    schema: shape,
  }));
}

function successes({ responses, legacy }: Operation, schema: ToSchema): Json {
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) => {
      const type = response.contentType ?? "application/json";
      const isPdf = type === "application/pdf";
      const content = response.schema
        ? { [type]: { schema: schema(response.schema, "output") } }
        : response.contentType && { [type]: isPdf ? {} : { schema: { type: "object" } } };
      return [
        status,
        {
          description: response.description,
          headers: headersOf(status, legacy !== undefined),
          ...(content && { content }),
        },
      ];
    }),
  );
}

const text = { schema: { type: "string" } };

function headersOf(status: string, legacy: boolean): Json {
  return {
    "Request-Id": { description: "Names this request in our logs.", ...text },
    ...(status === "201" && { Location: { description: "The checkout's address.", ...text } }),
    ...(status === "202" && { "Retry-After": { description: "Seconds.", schema: { type: "integer" } } }),
    ...(legacy && { Deprecation: text, Sunset: text, Link: text }),
  };
}

/** One response a status, with every code that can come under it. */
function failures(codes: readonly ErrorCode[], schema: ToSchema): Json {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of new Set(codes)) {
    const { status } = PROBLEMS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, found]) => [
      status,
      {
        description: found.map((code) => `\`${code}\`: ${PROBLEMS[code].title}.`).join("\n\n"),
        content: {
          "application/problem+json": {
            schema: { allOf: [schema(problemDocument, "output"), { properties: { code: { enum: found } } }] },
          },
        },
      },
    ]),
  );
}

/** JSON Schema of a zod schema; those with an id move to the document's components. */
function jsonSchema(source: z.ZodType, io: "input" | "output", components: Json): Json {
  const whole = z.toJSONSchema(source, { target: "draft-2020-12", io, unrepresentable: "any" }) as Json;
  const { $defs, $schema: _, ...rest } = whole;
  for (const [name, definition] of Object.entries(($defs ?? {}) as Record<string, Json>))
    components[name] = withoutId(moved(definition));
  const self = (source.meta() as { id?: string } | undefined)?.id;
  if (!self) return moved(rest);
  if (!("$ref" in rest)) components[self] = withoutId(moved(rest));
  return { $ref: `#/components/schemas/${self}` };
}

function withoutId({ id: _, ...schema }: Json): Json {
  return schema;
}

function moved(schema: Json): Json {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'));
}
