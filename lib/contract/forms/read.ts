import type { z } from "zod/mini";

/** What to correct, by the form's own field names. */
export type FieldErrors = Readonly<Record<string, string>>;

/** A form's values as its schema makes them, or the first message for each field. Nothing is thrown. */
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

/** Text members of a form as they were entered, each cut where nobody types as much. */
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
