import { z } from "zod";

export type Json = Record<string, unknown>;
type Direction = "input" | "output";

/** Turns zod schemas to JSON Schema; those with an id move to the document's components. */
export interface Schemas {
  of(source: z.ZodType, direction: Direction): Json;
  /** Puts a schema of our own into the components. */
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
        override: ({ jsonSchema }) => tidy(jsonSchema as Json),
      }) as Json;
      const { $defs, $schema: _, ...rest } = whole;
      for (const [name, definition] of Object.entries(($defs ?? {}) as Record<string, Json>))
        define(name, withoutId(moved(definition)));
      const self = (source.meta() as { id?: string } | undefined)?.id;
      if (!self) return moved(rest);
      return "$ref" in rest ? { $ref: `#/components/schemas/${self}` } : define(self, withoutId(moved(rest)));
    },
  };
}

/**
 * Answers may gain members and unknown ones of requests are ignored, so no object is closed. A date's pattern of a
 * thousand characters says no more than its format.
 */
function tidy(schema: Json): void {
  delete schema.additionalProperties;
  if (schema.format === "date" || schema.format === "date-time") delete schema.pattern;
}

function withoutId({ id: _, ...schema }: Json): Json {
  return schema;
}

function moved(schema: Json): Json {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'));
}
