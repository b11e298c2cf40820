import { propertyOf } from "../../packages/text/narrow";
import { isObject, type Json, objectIn, type Schemas, variantsOf } from "./schemas";

/**
 * Completes what each member says of itself, in place. A description that only its variant or its component has is
 * repeated. An example that is not given follows from the schema. Members that refer to a component have its example.
 */
export function completeMembers({ paths, webhooks, components }: Json, { exampleOf }: Schemas): void {
  const { schemas: written, responses } = objectIn(components);
  const schemas = objectIn(written);
  const named = (reference: unknown) => objectIn(schemas[String(reference).replace(/^.*\//, "")]);

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

  for (const part of [paths, webhooks, schemas, responses]) walk(part);
}
