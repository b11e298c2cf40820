import { propertyOf } from "../../packages/text/narrow";
import { isObject, type Json, objectIn } from "./schemas";

/**
 * Completes what each member says of itself, in place. A description that only its variant or its component has is
 * repeated. An example that is not given follows from the schema: a constant, the first of a list of values, or an
 * object of its members' examples. Members that refer to a component have its example.
 * @param examples of components, by name
 */
export function completeMembers({ paths, webhooks, components }: Json, examples: Json): void {
  const { schemas: written, responses } = objectIn(components);
  const schemas = objectIn(written);
  const named = (reference: unknown) => objectIn(schemas[String(reference).replace(/^.*\//, "")]);
  for (const [name, example] of Object.entries(examples)) objectIn(schemas[name]).examples = [example];
  const listed = (value: unknown) => (Array.isArray(value) ? value : []);
  const variantsOf = (schema: Json): Json[] => listed(schema.anyOf ?? schema.oneOf);

  function walk(node: unknown): void {
    if (typeof node !== "object" || node === null) return;
    const properties = propertyOf(node, "properties");
    if (isObject(properties)) for (const member of Object.values(properties)) complete(objectIn(member));
    for (const value of Object.values(node)) walk(value);
  }

  function complete(member: Json): void {
    const target = "$ref" in member ? named(member.$ref) : member;
    const description = target.description ?? variantsOf(target)[0]?.description;
    if (description !== undefined) member.description ??= description;
    target.examples ??= [exampleOf(target)];
  }

  function exampleOf(schema: Json): unknown {
    if ("$ref" in schema) return exampleOf(named(schema.$ref));
    if ("const" in schema) return schema.const;
    const [given] = [...listed(schema.examples), ...listed(schema.enum)];
    if (given !== undefined) return given;
    const [variant] = variantsOf(schema);
    if (variant) return exampleOf(variant);
    if (schema.type === "null") return null;
    if (isObject(schema.items)) return [exampleOf(schema.items)];
    const members = Object.entries(objectIn(schema.properties ?? {}));
    const asked = members.filter(([name]) => listed(schema.required).includes(name));
    if (asked.length === 0) throw new Error(`No example follows from ${JSON.stringify(schema)}`);
    return Object.fromEntries(asked.map(([name, member]) => [name, exampleOf(objectIn(member))]));
  }

  for (const part of [paths, webhooks, schemas, responses]) walk(part);
}
