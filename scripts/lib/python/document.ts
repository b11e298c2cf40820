/** What is read of an OpenAPI document here. */
export interface Schema {
  type?: string | string[];
  format?: string;
  description?: string;
  enum?: string[];
  const?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  $ref?: string;
}

export interface Parameter {
  name?: string;
  in?: string;
  schema?: Schema;
  $ref?: string;
}

type Content = Record<string, { schema?: Schema }>;

export interface Operation {
  operationId: string;
  summary: string;
  description: string;
  deprecated?: boolean;
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Content };
  responses: Record<string, { content?: Content }>;
}

export interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; parameters: Record<string, Parameter> };
}

export const nameOf = (ref: string) => ref.slice(ref.lastIndexOf("/") + 1);

/** `next_action` and `checkouts` as a class is called: `NextAction`, `Checkouts`. */
export const classNameOf = (name: string) =>
  name.replace(/(?:^|[_.])([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** `checkoutId` as an argument is called. */
export const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

export function docstring(text: string, indent: string): string {
  return `${indent}"""${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", `\n${indent}`)}"""`;
}

export const literal = (values: readonly unknown[]) =>
  `Literal[${values.map((value) => (typeof value === "boolean" ? (value ? "True" : "False") : JSON.stringify(value))).join(", ")}]`;

export const HEADER = "# Made from openapi.json by `npm run openapi`: do not change it by hand.";
