import type { z } from "zod";
import { operationsOf } from "../../../lib/api/operations";
import type { Operation } from "../../../lib/http/operation";
import { createSchemas, isObject } from "../../openapi/schemas";

/** One method of the clients, as both generators need it. */
export interface Method {
  /** `checkouts`; an empty text for a method of the client itself. */
  resource: string;
  name: string;
  verb: Operation["method"];
  path: string;
  /** The names in the path. */
  ids: readonly string[];
  /** The parameters of the query, without the cursor. */
  query: readonly string[];
  isPaged: boolean;
  isKeyed: boolean;
  /** Absent where the body has no fields. */
  body?: { schema: string; isRequired: boolean };
  result: "nothing" | "pdf" | "document" | { schema: string; isList: boolean };
  description: string;
}

const schemas = createSchemas();
const OPERATIONS = operationsOf("sandbox").filter(({ internal }) => !internal);

const METHODS = OPERATIONS.flatMap((operation) => methodOf(operation) ?? []);

/** In the order of the operations; an empty text stands for the client itself. */
export const RESOURCES = [...new Set(METHODS.map(({ resource }) => resource))];

export const methodsIn = (resource: string) => METHODS.filter((one) => one.resource === resource);

/** POSTs that clients send again as they are, as regular expressions. All others need an Idempotency-Key for that. */
export const REPEATABLE = OPERATIONS.filter(({ repeatable }) => repeatable === true).map(({ path }) =>
  path.replace(/\{\w+\}/g, "[^/]+"),
);

function methodOf({ client, method, path, input, idempotent, responses, description }: Operation) {
  if (client === undefined) return undefined;
  const [name = "", resource = ""] = client.split(".").reverse();
  const query = Object.keys(input.query?.shape ?? {});
  const body = input.body && componentOf(input.body.schema, "input");
  return {
    resource,
    name,
    verb: method,
    path,
    ids: [...path.matchAll(/\{(\w+)\}/g)].map(([, id = ""]) => id),
    query: query.filter((one) => one !== "cursor"),
    isPaged: query.includes("cursor"),
    isKeyed: idempotent === true,
    ...(body &&
      body.fields?.length !== 0 && {
        body: { schema: body.name, isRequired: input.body?.required === true },
      }),
    result: resultOf(responses),
    description,
  } satisfies Method;
}

function resultOf(responses: Operation["responses"]): Method["result"] {
  const [success] = Object.entries(responses)
    .filter(([status]) => status.startsWith("2"))
    .map(([, response]) => response);
  const { schema, contentType } = success ?? {};
  if (schema) {
    const { name, fields } = componentOf(schema, "output");
    return { schema: name, isList: fields?.join() === "data" };
  }
  if (contentType === undefined) return "nothing";
  return contentType === "application/pdf" ? "pdf" : "document";
}

/** The schema as the document has it. */
function componentOf(schema: z.ZodType, direction: "input" | "output") {
  const { $ref } = schemas.of(schema, direction);
  const name = String($ref).split("/").at(-1) ?? "";
  const component = schemas.components[name];
  if (!isObject(component)) throw new Error("A body's schema needs an id: clients name its type by it");
  return { name, fields: isObject(component.properties) ? Object.keys(component.properties) : null };
}
