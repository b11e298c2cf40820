import {
  type Example,
  examplesOf,
  isObject,
  type Json,
  list,
  METHODS,
  object,
  resolve,
  text,
} from "./openapi";
import { type Member, type Shape, shapeOf, unionOf } from "./shape";

export interface Reference {
  description: string;
  server: string;
  groups: { name: string; description: string; operations: OperationEntry[] }[];
  webhooks: { type: string; summary: string; description: string; shape: Shape; examples: Example[] }[];
}

export interface OperationEntry {
  id: string;
  method: string;
  path: string;
  summary: string;
  description: string;
  deprecated: boolean;
  /** Its method in the clients, such as `checkouts.issueToken`; empty for one that has none. */
  clientMethod: string;
  key: "required" | "optional" | "none";
  scopes: string[];
  parameters: Parameter[];
  body: { required: boolean; shape: Shape; examples: Example[] } | null;
  responses: ResponseEntry[];
}

interface Parameter extends Member {
  in: string;
  example: unknown;
}

export interface ResponseEntry {
  status: string;
  description: string;
  contentType: string | null;
  shape: Shape | null;
  headers: { name: string; description: string }[];
  examples: Example[];
  /** The problem codes of this status. */
  codes: string[];
}

export const operationPath = (id: string) => `/docs/reference/${id}`;

const references = new WeakMap<Json, Reference>();

/** The reference, read from the document that `/openapi.json` publishes. */
export function referenceOf(document: Json): Reference {
  const reference = references.get(document) ?? read(document);
  references.set(document, reference);
  return reference;
}

function read(document: Json): Reference {
  const operations = operationsIn(document);
  return {
    description: text(object(document.info).description),
    server: text(object(list(document.servers)[0]).url),
    groups: list(document.tags)
      .map(object)
      .map(({ name, description }) => ({
        name: text(name),
        description: text(description),
        operations: operations.filter(({ tag }) => tag === name).map(({ entry }) => entry),
      }))
      .filter((group) => group.operations.length > 0),
    webhooks: webhooksIn(document),
  };
}

function operationsIn(document: Json): { tag: unknown; entry: OperationEntry }[] {
  return Object.entries(object(document.paths)).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = object(item)[method];
      if (!isObject(operation)) return [];
      const shared = list(object(item).parameters);
      const entry = operationEntry(document, method, path, operation, shared);
      return [{ tag: list(operation.tags)[0], entry }];
    }),
  );
}

function operationEntry(
  document: Json,
  method: string,
  path: string,
  operation: Json,
  shared: unknown[],
): OperationEntry {
  const security = list(operation.security ?? document.security).map(object);
  const isOptional = security.some((one) => Object.keys(one).length === 0);
  const body = resolve(document, operation.requestBody);
  const media = object(object(body.content)["application/json"]);
  return {
    id: text(operation.operationId),
    method: method.toUpperCase(),
    path,
    summary: text(operation.summary),
    description: text(operation.description),
    deprecated: operation.deprecated === true,
    clientMethod: text(operation["x-client-method"]),
    key: security.length === 0 ? "none" : isOptional ? "optional" : "required",
    scopes: security.flatMap((one) => Object.values(one).flat().map(String)),
    parameters: [...shared, ...list(operation.parameters)].map((one) => parameterOf(document, one)),
    body: operation.requestBody ? { required: body.required === true, ...shownOf(document, media) } : null,
    responses: Object.entries(object(operation.responses)).map(([status, response]) =>
      responseOf(document, status, resolve(document, response)),
    ),
  };
}

function shownOf(document: Json, media: Json) {
  return { shape: shapeOf(document, media.schema), examples: examplesOf(document, media) };
}

function parameterOf(document: Json, given: unknown): Parameter {
  const parameter = resolve(document, given);
  const shape = shapeOf(document, { ...object(parameter.schema), examples: [parameter.example] });
  return {
    name: text(parameter.name),
    in: text(parameter.in),
    example: parameter.example ?? "",
    required: parameter.required === true,
    shape: { ...shape, description: text(parameter.description) || shape.description },
  };
}

function responseOf(document: Json, status: string, response: Json): ResponseEntry {
  const [contentType = null, given] = Object.entries(object(response.content))[0] ?? [];
  const media = object(given);
  const shape = media.schema ? shapeOf(document, media.schema) : null;
  const code = shape?.members.find(({ name }) => name === "code");
  return {
    status,
    description: text(response.description),
    contentType,
    shape,
    headers: Object.entries(object(response.headers)).map(([name, header]) => ({
      name,
      description: text(resolve(document, header).description),
    })),
    examples: examplesOf(document, media),
    codes: (contentType === "application/problem+json" && code?.shape.options) || [],
  };
}

/** The members of all events together. */
export function eventMembers({ webhooks }: Reference): Member[] {
  return unionOf(webhooks.map(({ shape }) => shape.members));
}

function webhooksIn(document: Json): Reference["webhooks"] {
  return Object.entries(object(document.webhooks)).map(([type, item]) => {
    const operation = object(object(resolve(document, item)).post);
    const media = object(object(resolve(document, operation.requestBody).content)["application/json"]);
    return {
      type,
      summary: text(operation.summary),
      description: text(operation.description),
      ...shownOf(document, media),
    };
  });
}
