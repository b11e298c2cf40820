import { type Json, type Media, type OpenApi, type Operation, type Response, resolved } from "./openapi";
import { type Member, type Shape, shapeOf, unionOf } from "./shape";

export interface Reference {
  description: string;
  server: string;
  groups: { name: string; description: string; operations: OperationEntry[] }[];
  webhooks: { type: string; description: string; shape: Shape; examples: Example[] }[];
}

interface Example {
  name: string;
  summary: string;
  value: unknown;
}

interface Shown {
  shape: Shape;
  examples: Example[];
}

export interface OperationEntry {
  id: string;
  method: string;
  path: string;
  tag: string;
  summary: string;
  description: string;
  deprecated: boolean;
  /** Empty for one that has none. */
  clientMethod: string;
  key: "required" | "optional" | "none";
  parameters: Parameter[];
  body: (Shown & { required: boolean }) | null;
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
  members: Member[];
  headers: { name: string; description: string }[];
  examples: Example[];
  /** The problem codes of this status. */
  codes: string[];
}

export const operationPath = (id: string) => `/docs/reference/${id}`;

const references = new WeakMap<Json, Reference>();

/** The reference, read from the document that `/openapi.json` publishes. */
export function referenceOf(document: Json): Reference {
  const reference = references.get(document) ?? read(resolved(document));
  references.set(document, reference);
  return reference;
}

function read({ info, servers, tags, security, paths, webhooks }: OpenApi): Reference {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => entryOf(method, path, { security, ...operation })),
  );
  return {
    description: info.description,
    server: servers[0]?.url ?? "",
    groups: tags
      .map((tag) => ({ ...tag, operations: operations.filter((one) => one.tag === tag.name) }))
      .filter((group) => group.operations.length > 0),
    webhooks: Object.entries(webhooks).map(([type, { post }]) => ({
      type,
      description: post.description,
      ...shownOf(post.requestBody?.content["application/json"]),
    })),
  };
}

function entryOf(method: string, path: string, operation: Operation): OperationEntry {
  const { security = [], parameters = [], requestBody, responses } = operation;
  const isOptional = security.some((one) => Object.keys(one).length === 0);
  return {
    id: operation.operationId,
    method: method.toUpperCase(),
    path,
    tag: operation.tags[0] ?? "",
    summary: operation.summary,
    description: operation.description,
    deprecated: operation.deprecated ?? false,
    clientMethod: operation["x-client-method"] ?? "",
    key: security.length === 0 ? "none" : isOptional ? "optional" : "required",
    parameters: parameters.map(({ required = false, schema, example, ...one }) => ({
      ...one,
      required,
      example,
      shape: { ...shapeOf({ ...schema, examples: [example] }), description: one.description },
    })),
    body: requestBody
      ? { required: requestBody.required ?? false, ...shownOf(requestBody.content["application/json"]) }
      : null,
    responses: Object.entries(responses).map(([status, response]) => responseOf(status, response)),
  };
}

function shownOf({ schema = {}, examples = {} }: Media = {}): Shown {
  return {
    shape: shapeOf(schema),
    examples: Object.entries(examples).map(([name, { summary = name, value }]) => ({ name, summary, value })),
  };
}

function responseOf(status: string, { description, headers = {}, content = {} }: Response): ResponseEntry {
  const [[contentType, media] = [null, undefined]] = Object.entries(content);
  const { shape, examples } = shownOf(media);
  const code = shape.members.find(({ name }) => name === "code");
  return {
    status,
    description,
    contentType,
    members: shape.members,
    headers: Object.entries(headers).map(([name, header]) => ({ name, description: header.description })),
    examples,
    codes: (contentType === "application/problem+json" && code?.shape.options) || [],
  };
}

/** The first example of a problem. */
export function problemExample({ groups }: Reference, code: string): unknown {
  return groups
    .flatMap(({ operations }) => operations)
    .flatMap(({ responses }) => responses)
    .flatMap(({ codes, examples }) => (codes.length > 0 ? examples : []))
    .find(({ name }) => name === code)?.value;
}

/** The members of all events together. */
export function eventMembers({ webhooks }: Reference): Member[] {
  return unionOf(webhooks.map(({ shape }) => shape.members));
}
