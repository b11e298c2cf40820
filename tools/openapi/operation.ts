import { EXAMPLE } from "../../lib/contract/examples";
import { idPattern } from "../../lib/contract/patterns";
import type { IdPrefix } from "../../lib/domain/ids";
import type { Operation } from "../../lib/http/operation";
import type { Examples } from "./examples";
import { headersOf } from "./headers";
import type { Json, Schemas } from "./schemas";

function pathId(prefix: IdPrefix, name: string, description: string, example: string) {
  const schema = { type: "string", pattern: idPattern(prefix), maxLength: 30 };
  return { name, in: "path", required: true, description, schema, example };
}
const NOT_YOURS = "An id that does not exist or belongs to another provider is a 404.";

/** Parameters that several operations take, under `components.parameters`. */
export const PARAMETERS = {
  CheckoutId: pathId("chk", "checkoutId", `The checkout's id. ${NOT_YOURS}`, EXAMPLE.checkoutId),
  EventId: pathId("evt", "eventId", "The id of the event. It is also its `webhook-id`.", EXAMPLE.eventId),
  EndpointId: pathId("whe", "endpointId", `The webhook endpoint's id. ${NOT_YOURS}`, EXAMPLE.endpointId),
  RefundId: pathId("ref", "refundId", "The refund's id. One of another checkout is a 404.", EXAMPLE.refundId),
  SettlementId: pathId("stl", "settlementId", `The settlement's id. ${NOT_YOURS}`, EXAMPLE.settlementId),
  IdempotencyKey: {
    name: "Idempotency-Key",
    in: "header",
    required: false,
    description:
      "Makes a retry safe: the same key and body return the first response again. A key is kept for 31 days and belongs to one operation. For create, your order reference is a good key.",
    schema: { type: "string", minLength: 1, maxLength: 255, pattern: '^(?!" *"$)[!-~]([ -~]*[!-~])?$' },
    example: EXAMPLE.orderId,
  },
  IfNoneMatch: {
    name: "If-None-Match",
    in: "header",
    required: false,
    description: "The `ETag` of an earlier response, or several, separated by commas.",
    schema: { type: "string", maxLength: 1024, pattern: "^[ -~]*$" },
    example: '"mDfVQ2k1wqv0V1W5gY2o4H3tq7mC8yXb0lU6nRzJp9E"',
  },
};

export function describeOperation(
  operation: Operation,
  schemas: Schemas,
  examples: Examples,
  failures: Json,
): Json {
  const parameters = parametersOf(operation, schemas);
  const { body } = operation.input;
  const bodySchema = body && schemas.of(body.schema, "input");
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    description: operation.scope
      ? `${operation.description}\n\nNeeds a key with the scope \`${operation.scope}\`.`
      : operation.description,
    ...(operation.successor && { deprecated: true }),
    ...(operation.client && { "x-client-method": operation.client }),
    "x-retry": retryOf(operation),
    security: securityOf(operation),
    ...(parameters.length > 0 && { parameters }),
    ...(bodySchema && {
      requestBody: {
        required: body.required,
        content: {
          "application/json": { schema: bodySchema, examples: examples.of(body.examples, bodySchema) },
        },
      },
    }),
    responses: { ...successes(operation, schemas, examples), ...failures },
  };
}

/** Whether a client may send it again when it does not know what came of it. */
function retryOf({ method, repeatable, idempotent }: Operation): "always" | "with-key" | "never" {
  if (method === "GET" || repeatable) return "always";
  return idempotent ? "with-key" : "never";
}

function securityOf({ access }: Operation): Json[] {
  if (access === "key") return [{ providerApiKey: [] }];
  return access === "optional-key" ? [{ providerApiKey: [] }, {}] : [];
}

function parametersOf(operation: Operation, schemas: Schemas): Json[] {
  const shared: (keyof typeof PARAMETERS)[] = [];
  for (const name of ["CheckoutId", "EventId", "EndpointId", "RefundId", "SettlementId"] as const)
    if (operation.path.includes(`{${PARAMETERS[name].name}}`)) shared.push(name);
  if (operation.idempotent) shared.push("IdempotencyKey");
  if (304 in operation.responses) shared.push("IfNoneMatch");
  return [
    ...shared.map((name) => ({ $ref: `#/components/parameters/${name}` })),
    ...queryParameters(operation, schemas),
  ];
}

function queryParameters({ input: { query } }: Operation, schemas: Schemas): Json[] {
  if (!query) return [];
  const { properties } = schemas.of(query, "input") as { properties: Record<string, Json> };
  return Object.entries(properties).map(([name, { description, examples, ...schema }]) => ({
    name,
    in: "query",
    required: false,
    description,
    // Pairs are written `name[key]=value`.
    ...(schema.type === "object" && { style: "deepObject", explode: true }),
    schema,
    example: (examples as unknown[] | undefined)?.[0] ?? (schema.enum as unknown[])[0],
  }));
}

function successes(operation: Operation, schemas: Schemas, examples: Examples): Json {
  return Object.fromEntries(
    Object.entries(operation.responses).map(([status, { description, contentType, ...response }]) => {
      const type = contentType ?? "application/json";
      const schema = response.schema && schemas.of(response.schema, "output");
      const content = schema
        ? { [type]: { schema, examples: examples.of(response.examples, schema) } }
        : contentType && { [type]: type === "application/pdf" ? {} : { schema: { type: "object" } } };
      return [
        status,
        { description, headers: headersOf(operation, Number(status)), ...(content && { content }) },
      ];
    }),
  );
}
