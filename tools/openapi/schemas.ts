import { z } from "zod";

export type Json = Record<string, unknown>;

export function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** @throws TypeError for anything else */
export function objectIn(value: unknown): Json {
  if (!isObject(value)) throw new TypeError(`Not an object: ${JSON.stringify(value)}`);
  return value;
}

const listed = (value: unknown) => (Array.isArray(value) ? value : []);
export const variantsOf = (schema: Json): Json[] => listed(schema.anyOf ?? schema.oneOf);

/** What a vocabulary that may grow adds: its known values, beside which any text is valid. */
export const openTo = (known: readonly unknown[]) => ({
  ...{ maxLength: 64, pattern: "^[A-Za-z][A-Za-z_. ]*$" },
  "x-extensible-enum": known,
});

type Direction = "input" | "output";

/** Makes JSON Schema of zod schemas. Those with an id move to the document's components. */
export interface Schemas {
  of(source: z.ZodType, direction: Direction): Json;
  define(name: string, schema: Json): Json;
  /** A constant, the first of a list of values, or an object of its members' examples. */
  exampleOf(schema: Json): unknown;
  components: Json;
}

/** @param known examples of members, by their names */
export function createSchemas(known: Json = {}): Schemas {
  const components: Json = {};
  const define = (name: string, schema: Json) => {
    components[name] = schema;
    return { $ref: `#/components/schemas/${name}` };
  };

  function exampleOf(schema: Json): unknown {
    if ("$ref" in schema) return exampleOf(objectIn(components[String(schema.$ref).replace(/^.*\//, "")]));
    if ("const" in schema) return schema.const;
    const [given] = [schema.examples, schema.enum, schema["x-extensible-enum"]].flatMap(listed);
    if (given !== undefined) return given;
    const [variant] = variantsOf(schema);
    if (variant) return exampleOf(variant);
    if (schema.type === "null") return null;
    if (isObject(schema.items)) return [exampleOf(schema.items)];
    if (schema.type !== "object") throw new Error(`No example follows from ${JSON.stringify(schema)}`);
    const members = Object.entries(objectIn(schema.properties ?? {}));
    const required = members.filter(([name]) => listed(schema.required).includes(name));
    return Object.fromEntries(
      (required.length > 0 ? required : members).map(([name, member]) => [
        name,
        known[name] ?? exampleOf(objectIn(member)),
      ]),
    );
  }

  return {
    components,
    define,
    exampleOf,
    of(source, direction) {
      const whole = z.toJSONSchema(source, {
        target: "draft-2020-12",
        io: direction,
        unrepresentable: "any",
        override: ({ zodSchema, jsonSchema }) => tidy(jsonSchema, zodSchema),
      });
      const { $defs, $schema: _, ...rest } = whole;
      for (const [name, definition] of Object.entries($defs ?? {}))
        define(name, withoutId(moved(definition)));
      const self = source.meta()?.id;
      if (!self) return moved(rest);
      return "$ref" in rest ? { $ref: `#/components/schemas/${self}` } : define(self, withoutId(moved(rest)));
    },
  };
}

/**
 * No object is closed, since answers may gain members; one of pairs says what its values are. The pattern of a date
 * is left out: it has a thousand characters and says no more than the format.
 */
function tidy(schema: Json, source: z.core.$ZodType): void {
  if (!schema.propertyNames) delete schema.additionalProperties;
  // Of a member that is transformed, zod leaves the example out: it could be of what comes out. Ours are what is sent.
  const { examples, default: usual } = z.globalRegistry.get(source) ?? {};
  if (!("$ref" in schema))
    Object.assign(schema, examples && { examples }, usual !== undefined && { default: usual });
  if (schema.growing) {
    Object.assign(schema, openTo(listed(schema.enum)));
    for (const closed of ["growing", "enum"]) delete schema[closed];
  }
  if (schema.format === "date" || schema.format === "date-time") delete schema.pattern;
}

function withoutId({ id: _, ...schema }: Json): Json {
  return schema;
}

function moved(schema: Json): Json {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'));
}
