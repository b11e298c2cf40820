import { type Json, type Media, type OpenApi, type Operation, type Response, resolved } from "./openapi";
import { type Member, shapeOf, unionOf } from "./shape";

export interface OperationEntry extends Operation {
  id: string;
  method: string;
  path: string;
}

export interface Reference {
  description: string;
  server: string;
  /** The address of whoever answers questions. */
  contact: string;
  groups: { name: string; description: string; operations: OperationEntry[] }[];
  webhooks: { type: string; description: string; media: Media }[];
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
    Object.entries(methods).map(([method, operation]) => ({
      security,
      ...operation,
      id: operation.operationId,
      method: method.toUpperCase(),
      path,
    })),
  );
  const server = servers[0]?.url ?? "";
  return {
    description: info.description,
    server,
    contact: info.contact.email
      ? `mailto:${info.contact.email}`
      : (info.contact.url ?? "").replace(server, ""),
    groups: tags
      .map((tag) => ({ ...tag, operations: operations.filter(({ tags: [of] }) => of === tag.name) }))
      .filter((group) => group.operations.length > 0),
    webhooks: Object.entries(webhooks).map(([type, { post }]) => ({
      type,
      description: post.description,
      media: post.requestBody?.content["application/json"] ?? {},
    })),
  };
}

export const membersOf = ({ schema = {} }: Media = {}): Member[] => shapeOf(schema).members;

/** The problem codes of a refusal; none of any other response. */
export function codesOf({ content }: Response): string[] {
  const code = membersOf(content?.["application/problem+json"]).find(({ name }) => name === "code");
  return code?.shape.options ?? [];
}

/** The first example of a problem. */
export function problemExample({ groups }: Reference, code: string): unknown {
  return groups
    .flatMap(({ operations }) => operations)
    .flatMap(({ responses }) => Object.values(responses))
    .map(({ content }) => content?.["application/problem+json"]?.examples?.[code])
    .find((example) => example !== undefined)?.value;
}

/** The members of all events together. */
export function eventMembers({ webhooks }: Reference): Member[] {
  return unionOf(webhooks.map(({ media }) => membersOf(media)));
}
