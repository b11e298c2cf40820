import type { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import type { FieldValues, Resolver } from "react-hook-form";

export type Schema = Parameters<typeof standardSchemaResolver>[0];

/** Cast, because a form's fields have looser types than its schema: anything may be typed. */
export async function resolverOf<T extends FieldValues>(schema: Promise<Schema>): Promise<Resolver<T>> {
  const { standardSchemaResolver } = await import("@hookform/resolvers/standard-schema");
  return standardSchemaResolver(await schema) as Resolver<FieldValues> as Resolver<T>;
}
