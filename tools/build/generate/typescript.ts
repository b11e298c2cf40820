import { type Method, methodsIn, REPEATABLE, RESOURCES } from "./methods";

/** What a method takes or gives in place of the schema by its name. */
const NAMED: Record<string, string> = { ConfirmCheckoutRequest: "Confirmation", Event: "WebhookEvent" };

/** `operations.ts` of the TypeScript client. */
export function typeScriptOperations(): string {
  const resources = RESOURCES.filter((name) => name !== "").map(
    (name) => `    ${name}: {\n${methodsIn(name).map(methodText).join("\n")}    },\n`,
  );
  return `/** Made by \`npm run generate\` from the API's operations. */
import type { Client } from "openapi-fetch";
import { dataOf } from "./errors.js";
import { type Confirmation, type Entry, pages, type Query } from "./lists.js";
import { type CreateOptions, optionsOf, type RequestOptions, type Schema } from "./options.js";
import type { paths } from "./schema.js";
import type { WebhookEvent } from "./webhooks.js";

/** The ends of paths whose POST has, again, the same effect and the same answer without an Idempotency-Key. */
export const REPEATABLE = [
${regularExpressions(REPEATABLE)}];

export function methodsOf(plain: Client<paths>) {
  return {
${resources.join("")}  };
}
`;
}

const regularExpressions = (paths: readonly string[]) =>
  paths.map((one) => `  /${one.replace(/(?<!\^)\//g, "\\/")}$/,\n`).join("");

function methodText(method: Method): string {
  const { resource, name, verb, path, ids, query, isPaged, isKeyed, body, result, description } = method;
  const taken = isKeyed ? ["idempotencyKey", "signal"] : ["signal"];
  const given = [
    ...ids.map((id) => `${id}: string`),
    ...(body
      ? [`body: ${NAMED[body.schema] ?? schemaOf(body.schema)}${body.isRequired ? "" : " = {}"}`]
      : []),
    ...(query.length > 0 ? [`query: Query<"${path}"> = {}`] : []),
    `options: ${isKeyed ? "CreateOptions" : "RequestOptions"} = {}`,
  ];
  const params = [
    ...(ids.length > 0 ? [`path: { ${ids.join(", ")} }`] : []),
    ...(isPaged ? ["query: { ...query, cursor }"] : query.length > 0 ? ["query"] : []),
    ...(isKeyed ? [`header: idempotencyKey === undefined ? {} : { "Idempotency-Key": idempotencyKey }`] : []),
  ];
  const sent = [
    ...(params.length > 0 ? [`params: { ${params.join(", ")} }`] : []),
    ...(body ? [body.schema in NAMED ? `body: body as ${schemaOf(body.schema)}` : "body"] : []),
    ...(result === "pdf" ? [`parseAs: "arrayBuffer"`] : []),
    "signal",
  ];
  const asked = `await plain.${verb}("${path}", { ${sent.join(", ")} })`;
  const more = isPaged ? " Page after page is read while you go through it; `limit` is a page's length." : "";
  return `      /** ${description}${more} */
      ${isPaged ? "" : "async "}${name}(${given.join(", ")}): ${typeOf(method)} {
        const { ${taken.join(", ")} } = optionsOf("${resource}.${name}", options, ${taken.map((one) => `"${one}"`).join(", ")});
        ${statementOf(method, asked)}
      },
`;
}

const schemaOf = (name: string) => `Schema<"${name}">`;

function typeOf({ isPaged, result, path }: Method): string {
  if (isPaged) return `AsyncGenerator<Entry<"${path}">, void, undefined>`;
  if (result === "nothing") return "Promise<void>";
  if (result === "pdf") return "Promise<Uint8Array>";
  if (result === "document") return "Promise<object>";
  const { schema, isList } = result;
  return `Promise<${NAMED[schema] ?? schemaOf(schema)}${isList ? `["data"]` : ""}>`;
}

function statementOf({ isPaged, result }: Method, asked: string): string {
  if (isPaged) return `return pages(async (cursor) => dataOf(${asked}));`;
  if (result === "nothing") return `dataOf(${asked});`;
  if (result === "pdf") return `return new Uint8Array(dataOf<ArrayBuffer>(${asked}));`;
  if (typeof result === "object" && result.isList)
    return `return dataOf<${schemaOf(result.schema)}>(${asked}).data;`;
  return `return dataOf(${asked});`;
}
