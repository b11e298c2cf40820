import type { z } from "zod/mini";

export type FieldErrors = Readonly<Record<string, string>>;

/** A form's values, or the first message for each field. */
export function readForm<S extends z.ZodMiniType>(
  schema: S,
  fields: unknown,
): { ok: true; values: z.output<S> } | { ok: false; errors: FieldErrors } {
  const read = schema.safeParse(fields);
  if (read.success) return { ok: true, values: read.data };
  const errors: Record<string, string> = {};
  for (const { path, message } of read.error.issues) errors[path.map(String).join(".")] ??= message;
  return { ok: false, errors };
}

/** The text fields of a form as they were typed, cut to a length that nobody types. */
export function entered<const N extends string>(
  form: { get(name: string): unknown },
  names: readonly N[],
  longest = Number.POSITIVE_INFINITY,
): Record<N, string> {
  const values = names.map((name) => {
    const value = form.get(name);
    return [name, typeof value === "string" ? value.slice(0, longest) : ""];
  });
  return Object.fromEntries(values);
}
