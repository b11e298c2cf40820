import type { Step } from "./step";

/**
 * What an answer led to: the step that is next, or what to correct. `errors` are by the form's own field names;
 * `notice` is for what belongs to no field. Plain data: it crosses from the one instance into Next's modules.
 */
export type Result =
  | { ok: true; step: Step }
  | { ok: false; errors: Readonly<Record<string, string>>; notice: string | null };

export function refuse(errors: Readonly<Record<string, string>>): Result {
  return { ok: false, errors, notice: null };
}

export function refuseWith(notice: string): Result {
  return { ok: false, errors: {}, notice };
}

interface Issue {
  path: readonly PropertyKey[];
  message: string;
}

/** The first message for each field. */
export function byField(issues: readonly Issue[]): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const { path, message } of issues) errors[path.map(String).join(".")] ??= message;
  return errors;
}
