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

type Direction = "input" | "output";

/** Makes JSON Schema of zod schemas. Those with an id move to the document's components. */
export interface Schemas {
  of(source: z.ZodType, direction: Direction): Json;
  define(name: string, schema: Json): Json;
  components: Json;
}

export function createSchemas(): Schemas {
  const components: Json = {};
  const define = (name: string, schema: Json) => {
    components[name] = schema;
    return { $ref: `#/components/schemas/${name}` };
  };
  return {
    components,
    define,
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
  if (schema.format === "date" || schema.format === "date-time") delete schema.pattern;
}

function withoutId({ id: _, ...schema }: Json): Json {
  return schema;
}

function moved(schema: Json): Json {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'));
}
